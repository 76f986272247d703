import type { FoundRecipients } from "../core/operations/statuses/store-recipients.ts";
import type { Command, CommandAnswer } from "../core/records/command.ts";
import type { MessageRecord } from "../core/records/message.ts";
import type { Owner } from "../core/records/owner.ts";

/** An instance's live session as the instance lane's worker sees it. */
export interface SessionPort extends Owner {
  /** Whether it is connected and logged in, so a message sent now reaches the network. */
  isOpen(): boolean;
  /** When the current connection opened; null while there is none. */
  openedAt: Date | null;
  /** Whether the messages that waited at the network while we were offline have been received. */
  drained(): boolean;
  /**
   * Whether new work may start: the heartbeat is fresh, the task still owns the instance and is not stopping. Check it
   * before each send and each change.
   */
  mayAct(): boolean;
  /** A new network id for something that is not one of our messages, such as an act. */
  newNetworkId(): string;
  /**
   * The address for a message to this person or chat: the private id if the network knows one, or else the phone's
   * chat. Groups and channels are unchanged.
   * @throws if the session is not open, or the network does not answer.
   */
  resolveChat(phone: string | null, chatId: string | null): Promise<string>;
  /**
   * Whether the number has blocked a person, as far as it knows. @param person phone digits, or a private id.
   * @param chat the address for a message to them.
   */
  isBlocked(person: string, chat: string): Promise<boolean>;
  /**
   * Queries everything that a message to this chat needs: whether a first message's recipient is on the network, the
   * recipients' devices, and their keys. What is known is not queried again.
   * @throws AnswerUnknown if the network does not report it for everyone.
   * @throws CannotPrepare, NoDevice, OtherForm.
   */
  askAbout(chat: string, message: MessageRecord): Promise<void>;
  /** Whether the network has confirmed this exact form of a number (digits) to this process within the last week. */
  hasNamed(phone: string): boolean;
  /**
   * Encodes a message. The caller stores the bytes, so that a repeat is identical. This also fetches, converts and
   * uploads the message's file, which can take a while and is done before the message's turn. @throws CannotPrepare if
   * it can never be sent, OtherForm if it goes to another form of the number; after any other error it can be tried
   * again later.
   * @param prepared the message without its chat's own disappearing timer.
   */
  encode(chat: string, message: MessageRecord, prepared?: Uint8Array): Promise<Uint8Array>;
  /** The network's part in posting statuses. @throws if the session is not open. */
  statuses: {
    /** The form by which the network knows each of these numbers; null if it is not there. @throws AnswerUnknown */
    networkForms(phones: readonly string[]): Promise<ReadonlyMap<string, string | null>>;
    /**
     * The addresses of a status's recipients, including our own, omitting people who have none.
     * @param people phones' digits, or private ids.
     */
    findRecipients(people: string[]): Promise<FoundRecipients>;
    /** Queries everything needed to encrypt for these addresses. @throws NothingLeft if the network does not answer. */
    readyFor(list: string[]): Promise<void>;
  };
  /**
   * Resolves when the bytes were sent to the network. @param list the addresses of a status. @throws NothingLeft if
   * they certainly were not; any other error, after at most 45 s, if that is unknown.
   */
  relay(chat: string, networkId: string, bytes: Uint8Array, list?: string[]): Promise<void>;
  /**
   * Waits for the network's acknowledgement of this id, which may have arrived before the call. `error` is the
   * network's refusal code; `server_id` is the number that a channel gave its post.
   * @returns null if `signal` aborts first.
   */
  acknowledged(networkId: string, signal: AbortSignal): Promise<{ error: string | null; server_id?: string } | null>;
  /**
   * Records an acknowledgement, with the message's receipt if one arrives before `signal` aborts.
   * @param record writes both; null if no receipt arrived.
   */
  withReceipt<T>(
    networkId: string,
    signal: AbortSignal,
    record: (early: { kind: "delivered" | "read"; at: Date } | null) => Promise<T>,
  ): Promise<T>;
  /** Shows "typing…" in the chat for `forMs`, or until `signal` aborts. The number is online only during that time. */
  typing(chat: string, forMs: number, signal: AbortSignal): Promise<void>;
  /** Marks a person's message, and those before it, as read. @throws if the network refuses. */
  markRead(chat: string, networkId: string): Promise<void>;
  /** Carries out an API function's command; never rejects. */
  perform(command: Command): Promise<CommandAnswer>;
  /**
   * Queues another attempt at the quarantined item with this id, after the inbox's current jobs; does not wait for it.
   */
  retryQuarantined(id: string): void;
  /** Offers the phone the labels that changed here, as soon as it is connected; does not wait for it. */
  offerLabels(): void;
  /** Starts giving the phone the names that were saved here; does not wait for the result. */
  mirrorContacts(): void;
  /** Whether the instance was deleted and its link removed from the phone, so its other data can be removed. */
  hasLeft(): boolean;
  /** Makes the session take a step towards the state that the customer wants; waits at most 5 s for it. */
  reconcile(): Promise<void>;
}

/** Whether the heartbeat is fresh and the shard is still ours. Checked before every send and write. */
export type Holds = () => boolean;
