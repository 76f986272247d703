import type { FoundRecipients } from "../core/operations/statuses/store-recipients.ts";
import type { Command, CommandAnswer } from "../core/records/command.ts";
import type { MessageRecord } from "../core/records/message.ts";
import type { Owner } from "../core/records/owner.ts";

/** One instance's live session as the instance lane's worker sees it. */
export interface SessionPort extends Owner {
  /** Connected and logged in: a message sent now reaches the network. */
  isOpen(): boolean;
  /** When the current connection opened; null while there is none. */
  openedAt: Date | null;
  /** The messages that waited at the network while we were away have been received. */
  drained(): boolean;
  /** Heartbeat fresh, still owner, not draining: new work may start. Check before each send and each change. */
  mayAct(): boolean;
  /** A new message id of the network, chosen before the first attempt and stored with the message. */
  newNetworkId(): string;
  /**
   * The address of a message to this person or chat: the private id when the network knows one, else the phone's chat.
   * Groups and channels are unchanged.
   * @throws when the session is not open, or the network does not answer.
   */
  resolveChat(phone: string | null, chatId: string | null): Promise<string>;
  /**
   * Whether the number has blocked a person, as far as it knows. @param person phone digits, or a private id.
   * @param chat the address of a message to them.
   */
  isBlocked(person: string, chat: string): Promise<boolean>;
  /**
   * Queries everything that a message to this chat needs: whether a first one's person is there, the recipients'
   * devices, and their keys. What is known is not queried again.
   * @throws AnswerUnknown when the network does not say it of everybody. @throws CannotPrepare, NoDevice, OtherForm.
   */
  askAbout(chat: string, message: MessageRecord): Promise<void>;
  /** Whether the network has named this very form of a number (digits) lately: a week at most, in this process. */
  hasNamed(phone: string): boolean;
  /**
   * The bytes of a message, made once and stored, so that a repeat is identical. Its file is fetched, converted and
   * uploaded here: that may take long, and happens before the message's turn.
   * @throws CannotPrepare when it can never be sent, OtherForm when it goes to another form of the number; any other
   * error means: again, later.
   */
  encode(chat: string, message: MessageRecord): Promise<Uint8Array>;
  /** The network's part in posting statuses. @throws when the session is not open. */
  statuses: {
    /** The form by which the network knows each of these numbers; null: it is not there. @throws AnswerUnknown */
    networkForms(phones: readonly string[]): Promise<ReadonlyMap<string, string | null>>;
    /**
     * The addresses of the people whom a status is for, the own one among them; who has none is left out.
     * @param people phones' digits, or private ids.
     */
    findRecipients(people: string[]): Promise<FoundRecipients>;
    /**
     * Queries everything that encrypting for these addresses needs. @throws NothingLeft when the network does not say.
     */
    readyFor(list: string[]): Promise<void>;
  };
  /**
   * Resolves when the bytes were sent to the network. @param list the addresses of a status. @throws NothingLeft when
   * they certainly were not; any other error, after 45 s at the latest: unknown.
   */
  relay(chat: string, networkId: string, bytes: Uint8Array, list?: string[]): Promise<void>;
  /**
   * The network's acknowledgement of this id, also one that came before the call. `error`: the network's refusal
   * code; `server_id`: the number that a channel gave its post.
   * @returns null when `signal` aborts first.
   */
  acknowledged(networkId: string, signal: AbortSignal): Promise<{ error: string | null; server_id?: string } | null>;
  /**
   * Records an acknowledgement, with the receipt for the message if one comes before `signal` aborts.
   * @param record writes both; null: no receipt came.
   */
  withReceipt<T>(
    networkId: string,
    signal: AbortSignal,
    record: (early: { kind: "delivered" | "read"; at: Date } | null) => Promise<T>,
  ): Promise<T>;
  /**
   * Shows "typing…" in the chat for `forMs`, or until `signal` aborts, then nothing; the number is online only that
   * long.
   */
  typing(chat: string, forMs: number, signal: AbortSignal): Promise<void>;
  /** Marks a person's message, and those before it, as read. @throws when the network refuses. */
  markRead(chat: string, networkId: string): Promise<void>;
  /** Carries out a command of an API function; never rejects. */
  perform(command: Command): Promise<CommandAnswer>;
  /**
   * Queues another attempt of the quarantined item with this id, after the inbox's current jobs; does not wait for it.
   */
  retryQuarantined(id: string): void;
  /** Offers the phone the labels that changed here, as soon as it is connected; does not wait for it. */
  offerLabels(): void;
  /** Has the names that were saved here given to the phone; does not wait for it. */
  mirrorContacts(): void;
  /** The instance was deleted and its link removed from the phone: its other data may be removed. */
  hasLeft(): boolean;
  /** Has the session take a step towards the state that the customer wants; waits 5 s for it at most. */
  reconcile(): Promise<void>;
}

/** Asked before every send and write: the heartbeat is fresh and the shard still ours. */
export type Holds = () => boolean;
