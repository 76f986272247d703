import type { FoundRecipients } from "../core/operations/statuses/store-recipients.ts";
import type { Command, CommandAnswer } from "../core/records/command.ts";
import type { MessageRecord } from "../core/records/message.ts";
import type { Owner } from "../core/records/owner.ts";

/** An instance's live session, as seen by its lane's worker. */
export interface SessionPort extends Owner {
  /** Whether the session is connected and logged in. If so, a message sent now reaches the network. */
  isOpen(): boolean;
  /** When the current connection opened, or null while there is none. */
  openedAt: Date | null;
  /** Whether everything that the network queued while we were offline has been received. */
  drained(): boolean;
  /**
   * Whether new work may start: the heartbeat is recent, the task still owns the instance, and the task isn't stopping.
   * Check this before each send and each change.
   */
  mayAct(): boolean;
  /** Generates a network id for a stanza that isn't one of our messages, such as an act. */
  newNetworkId(): string;
  /**
   * Returns the address for a message to a person or chat: the private id if the network has one, otherwise the phone's
   * chat. Groups and channels are returned unchanged.
   * @throws if the session is not open, or the network does not answer.
   */
  resolveChat(phone: string | null, chatId: string | null): Promise<string>;
  /**
   * Whether the number has blocked a person, according to the stored list. @param person phone digits or a private id.
   * @param chat the address for messages to this person.
   */
  isBlocked(person: string, chat: string): Promise<boolean>;
  /**
   * Queries everything that a message to this chat needs: whether the recipient of a first message is on the network,
   * the recipients' devices, and their keys. Skips what is already known.
   * @throws AnswerUnknown if the network doesn't answer for everyone.
   * @throws CannotPrepare, NoDevice, OtherForm.
   */
  askAbout(chat: string, message: MessageRecord): Promise<void>;
  /** Whether the network has confirmed exactly this form of a number (digits) to this process within the last week. */
  hasNamed(phone: string): boolean;
  /**
   * Encodes a message. The caller stores the bytes, so a repeat is identical. Also fetches, converts and uploads the
   * message's file; this can take a while and is done before the message's turn comes. @throws CannotPrepare if the
   * message can never be sent, OtherForm if it must go to another form of the number. After any other error, the call
   * can be retried later.
   * @param prepared the message without its chat's own disappearing-message timer.
   */
  encode(chat: string, message: MessageRecord, prepared?: Uint8Array): Promise<Uint8Array>;
  /** The network's functions for posting statuses. @throws if the session isn't open. */
  statuses: {
    /**
     * Returns the form in which the network lists each of these numbers, or null for an unlisted number.
     * @throws AnswerUnknown
     */
    networkForms(phones: readonly string[]): Promise<ReadonlyMap<string, string | null>>;
    /**
     * Returns the addresses of a status's recipients, including our own. Leaves out people who have no address.
     * @param people phone digits or private ids.
     */
    findRecipients(people: string[]): Promise<FoundRecipients>;
    /** Queries everything needed to encrypt for these addresses. @throws NothingLeft if the network doesn't answer. */
    readyFor(list: string[]): Promise<void>;
  };
  /**
   * Sends the bytes. Resolves once they have been sent to the network. @param list a status's recipient addresses.
   * @throws NothingLeft if they were certainly not sent; any other error, after at most 45 s, if it is unknown whether
   * they were sent.
   */
  relay(chat: string, networkId: string, bytes: Uint8Array, list?: string[]): Promise<void>;
  /**
   * Waits for the network to acknowledge this id. The acknowledgement may have arrived before the call. `error` is the
   * network's refusal code; `server_id` is the number that a channel assigned to its post.
   * @returns null if `signal` aborts first.
   */
  acknowledged(networkId: string, signal: AbortSignal): Promise<{ error: string | null; server_id?: string } | null>;
  /**
   * Records an acknowledgement, together with the message's receipt if that arrives before `signal` aborts.
   * @param record writes both; its argument is null if no receipt arrived.
   */
  withReceipt<T>(
    networkId: string,
    signal: AbortSignal,
    record: (early: { kind: "delivered" | "read"; at: Date } | null) => Promise<T>,
  ): Promise<T>;
  /**
   * Displays "typing…" in the chat for `forMs` or until `signal` aborts. The number appears online only during that
   * time.
   */
  typing(chat: string, forMs: number, signal: AbortSignal): Promise<void>;
  /** Marks a person's message and all earlier ones as read. @throws if the network refuses. */
  markRead(chat: string, networkId: string): Promise<void>;
  /** Carries out an API function's command. Never rejects. */
  perform(command: Command): Promise<CommandAnswer>;
  /**
   * Queues another attempt at the quarantined item with this id, after the inbox's current jobs. Does not wait for the
   * attempt.
   */
  retryQuarantined(id: string): void;
  /** Sends labels changed on our side to the phone as soon as it is connected. Does not wait for the result. */
  offerLabels(): void;
  /** Starts copying names saved on our side to the phone. Does not wait for the result. */
  mirrorContacts(): void;
  /** Whether the instance was deleted and unlinked from the phone, so its other data can be removed. */
  hasLeft(): boolean;
  /** Moves the session one step closer to the state that the customer wants. Waits at most 5 s for that step. */
  reconcile(): Promise<void>;
}

/** Whether the heartbeat is recent and the shard is still ours. Checked before every send and write. */
export type Holds = () => boolean;
