/** One instance's live session as the instance lane's worker sees it. */
export interface LiveSession {
  instance_id: string;
  account_id: string;
  /** The fence with which this ownership began; every write of the session is conditional on it. */
  fence: number;
  /** Connected and logged in: a message handed over now reaches the network. */
  isOpen(): boolean;
  /** When the present connection opened; null while there is none. */
  openedAt: Date | null;
  /** The messages that waited at the network while we were away have been received. */
  drained(): boolean;
  /** Heartbeat fresh, still owner, not draining: new work may begin. Ask before each send and each change. */
  mayAct(): boolean;
  /** A new message id of the network, chosen before the first try and stored with the message. */
  newNetworkId(): string;
  /**
   * Where a message to this person or chat goes: the private id when the network knows one, else the phone's chat.
   * Groups and channels come back as they are.
   * @throws when the session is not open, or the network does not answer.
   */
  resolveChat(phone: string | null, chatId: string | null): Promise<string>;
  /** The bytes of a text message, made once and stored, so that a repeat is identical. */
  encodeText(chat: string, text: string, networkId: string): Promise<Uint8Array>;
  /** Resolves when the bytes were handed to the network. @throws when they were not, or after 45 s. */
  relay(chat: string, networkId: string, bytes: Uint8Array): Promise<void>;
  /**
   * The network's acknowledgement of this id, also one that came before the call. `error`: the network's refusal code.
   * @returns null when `signal` aborts first.
   */
  acknowledged(networkId: string, signal: AbortSignal): Promise<{ error: string | null } | null>;
  /** Shows "typing…" in the chat for `forMs`, then nothing; the number is online only that long. */
  typing(chat: string, forMs: number): Promise<void>;
  /** Reads what the customer wants and starts to bring the session there; does not wait until it is. */
  reconcile(): Promise<void>;
}
