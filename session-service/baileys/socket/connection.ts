import type { LIDMapping, WAMessage } from "@whiskeysockets/baileys";
import type { NetworkQuota } from "../../../core/contracts/protection-state.ts";
import type { GroupWatch } from "../groups/group-watch.ts";
import type { GroupPairs } from "../groups/keep-group-pairs.ts";
import type { ReadCall } from "../inbound/read-call.ts";
import type { ReadGroupChange } from "../inbound/read-group-change.ts";
import type { OwnRead } from "../inbound/read-own-reads.ts";
import type { ReadReceipt } from "../inbound/read-receipts.ts";
import type { StatusViews } from "../inbound/read-status-views.ts";
import type { Sender } from "../outbound/sender.ts";
import type { StatusSide } from "../outbound/status-side.ts";
import type { PasskeySide } from "../passkey/passkey-side.ts";
import type { BlocklistSide } from "../queries/blocklist.ts";
import type { ChannelSide } from "../queries/channels/channel-side.ts";
import type { PictureSide } from "../queries/contact-picture.ts";
import type { GroupSide } from "../queries/group-side.ts";
import type { SettingNews } from "../settings/settings-in.ts";
import type { SettingsSide } from "../settings/settings-side.ts";
import type { NumberSide } from "./number-side.ts";
import type { StandingQueries, TimeLock } from "./standing.ts";

/** The network's answer to one sent message. */
export interface Acknowledgement {
  /** The network's refusal code, or null if it accepted the message. */
  error: string | null;
  /** The number that the channel gave to its post. */
  server_id?: string;
}

/** Why a connection closed: the network's code, or the library's code for a broken connection, and its data. */
export interface CloseReason {
  code: number;
  data: unknown;
}

/**
 * A connection's events. They are raised inside the library's own callbacks, so a handler must only record what
 * happened and never call the connection.
 */
export interface ConnectionEvents {
  /** A new code to scan, and how long it is valid. */
  code(value: string, validForMs: number): void;
  /** The network demands a passkey from the phone's owner before it completes the link. */
  passkey(): void;
  /** A phone scanned the code. The network closes the connection next (515). */
  linked(): void;
  open(): void;
  /** All messages that the network held while we were offline have been received. */
  drained(): void;
  closed(reason: CloseReason): void;
  /**
   * Messages were received. @param isLive false if they were not delivered live, for example because the network had
   * held them.
   */
  messages(messages: WAMessage[], isLive: boolean): void;
  /** Receipts arrived. They are acknowledged once the promise resolves, i.e. when they are stored. */
  receipts(receipts: ReadReceipt[]): Promise<void>;
  /** Someone viewed statuses. The receipt is acknowledged once the promise resolves, i.e. when the views are stored. */
  statusViews(views: StatusViews): Promise<void>;
  /**
   * Messages were read on the phone. The receipt is acknowledged once the promise resolves: either the read is stored,
   * or we don't have the messages.
   */
  ownRead(read: OwnRead): Promise<void>;
  /** A step of a call arrived. It is acknowledged once the promise resolves, i.e. when the step is stored. */
  call(call: ReadCall): Promise<void>;
  /** A group changed. The change is acknowledged once the promise resolves, i.e. when it is stored. */
  groupChange(change: ReadGroupChange): Promise<void>;
  /** The network lost track of its notifications, so the groups must be loaded again. */
  groupsDirty(): void;
  /** A private ID and a phone number turned out to belong to the same person. */
  pair(pair: LIDMapping): void;
  /** A chat, the address book or a label was changed on the phone. Resolves once the change is stored. */
  setting(news: SettingNews): Promise<void>;
  /** Someone was blocked or unblocked on the phone or another device. */
  blocks(): void;
  acknowledged(networkId: string, answer: Acknowledgement, chat: string): void;
  /** The network locked the number out of starting new chats or, if null, lifted the lock. */
  timeLock(lock: TimeLock | null): void;
  /** The network's quota for new chats changed. */
  quota(quota: NetworkQuota | null): void;
  /** Data arrived. @param content true if the data was a message or a receipt. */
  frame(content: boolean): void;
}

/** A connection to the network. Once closed, it is never reused. */
export interface Connection
  extends Sender,
    StatusSide,
    StandingQueries,
    NumberSide,
    SettingsSide,
    BlocklistSide,
    PasskeySide,
    PictureSide,
    ChannelSide,
    GroupSide,
    GroupWatch,
    GroupPairs {
  /** Tells the network that the group list was loaded. */
  groupsAreRead(): Promise<void>;
  ownId(): string | null;
  newNetworkId(): string;
  presence(kind: "available" | "unavailable" | "composing" | "recording" | "paused", chat?: string): Promise<void>;
  /**
   * Returns a code to type in on this phone. Call this once per connection, after the first scannable code has arrived.
   * @throws NetworkRefusal
   */
  pairingCode(phone: string): Promise<string>;
  /**
   * Asks the phone to upload a message's file again. The returned promise may never settle. Must not be called from
   * inside an event handler.
   */
  askForFile(message: WAMessage): Promise<WAMessage>;
  /**
   * Returns the host of the network's file store, or null if none is specified. Never call this from inside an event
   * handler.
   */
  mediaHost(): Promise<string | null>;
  /** Unlinks the number from the phone and closes the connection. */
  logout(): Promise<void>;
  /** Emits the events that the library is buffering and closes the connection, without removing the link. */
  end(): Promise<void>;
  /** Returns how long, in ms, a key transaction has been waiting for the lock. */
  lockWaitMs(): number;
}
