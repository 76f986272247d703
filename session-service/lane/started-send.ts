import { kindOf, type SendKind } from "../../core/domain/sending/kinds.ts";
import { isId } from "../../core/lanes/row-fault.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import type { EventDeps } from "../../core/records/message-event.ts";
import type { Owner } from "../../core/records/owner.ts";
import type { Metrics } from "../process/metrics.ts";
import type { SessionPort } from "../session-port.ts";
import type { Manner } from "./before-send.ts";
import { listOf } from "./status-recipients.ts";

/** How to send a message that just started. */
export interface Beginning extends Manner {
  /** Aborted when a reply is waiting, so that typing stops. */
  hurry: AbortSignal;
  /** Called when "typing…" has ended. */
  typed(): void;
  /**
   * Called when the network has acknowledged the message, before the acknowledgement is recorded. The chat's next
   * message needn't wait for the recording.
   */
  answered(): void;
  /**
   * Aborted when other messages are waiting for the slot, so that the acknowledgement is recorded without waiting for
   * the receipt.
   */
  recordNow: AbortSignal;
  /** Each person's last message that was marked as read. */
  marked: Map<string, string>;
}

/** Dependencies for sending one message. */
export type TransmitDeps = EventDeps & { metrics?: Metrics };

/** A message that has a slot, with everything required to relay it and to record its outcome. */
export interface StartedSend {
  deps: TransmitDeps;
  own: Owner;
  session: SessionPort;
  message: MessageRecord;
  kind: SendKind;
  /** The message's network id, and the chat it is sent to. */
  id: string;
  chat: string;
  bytes: Uint8Array;
  /** The addresses of a status, or undefined if the message isn't a status. */
  list: string[] | undefined;
  /** How to send the message, or null if this repeats an earlier check's send. */
  manner: Beginning | null;
  /** How many times this start has relayed the message. */
  relays: number;
  /** When this start first relayed the message; null if it hasn't yet. */
  relayedAt: Date | null;
}

/** Collects everything required to send a started message. @throws Error for a record without id, chat or bytes. */
export async function startedSend(
  deps: TransmitDeps,
  own: Owner,
  session: SessionPort,
  message: MessageRecord,
  manner: Beginning | null,
): Promise<StartedSend> {
  const { network_id: id, network_chat: chat, network_bytes: stored } = message;
  const kind = kindOf(message);
  const isMade = stored !== null || !kind.holdsCode || !isId(chat);
  const bytes = isMade ? stored : await session.encode(chat, message);
  if (!isId(id) || !isId(chat) || !(bytes instanceof Uint8Array)) {
    throw new Error("A message in a slot has no network id, no chat or no bytes.");
  }
  const list = await listOf(deps, own, message);
  return { deps, own, session, message, kind, id, chat, bytes, list, manner, relays: 0, relayedAt: null };
}

/** Whether the message may have reached the network: this start relayed it, or an earlier start may have. */
export const isPerhapsGone = ({ manner, relays }: StartedSend): boolean => manner === null || relays > 0;
