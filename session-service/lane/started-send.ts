import { kindOf, type SendKind } from "../../core/domain/sending/kinds.ts";
import { isId } from "../../core/lanes/row-fault.ts";
import type { MergeDeps } from "../../core/operations/receiving/merge-person.ts";
import type { Relayed } from "../../core/records/chats/came-lately.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import type { EventDeps } from "../../core/records/message-event.ts";
import type { Owner } from "../../core/records/owner.ts";
import type { Metrics } from "../process/metrics.ts";
import type { SessionPort } from "../session-port.ts";
import type { Manner } from "./before-send.ts";
import { listOf } from "./status-recipients.ts";

/** How to send a message that has just been started. */
export interface Beginning extends Manner {
  /** Aborted when a reply is waiting, so that typing stops. */
  hurry: AbortSignal;
  /** Called when "typing…" has ended. */
  typed(): void;
  /**
   * Called when the network has acknowledged the message, before the acknowledgement is recorded. The chat's next
   * message doesn't have to wait for the recording.
   */
  answered(): void;
  /**
   * Aborted when other messages are waiting for the slot, so that the acknowledgement is recorded without waiting for
   * the receipt.
   */
  recordNow: AbortSignal;
  /** For each person, the last message that was marked as read. */
  marked: Map<string, string>;
}

/** Dependencies for sending one message. */
export type TransmitDeps = EventDeps & MergeDeps & { metrics?: Metrics };

/** A message that occupies a slot, with everything needed to relay it and record its outcome. */
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
  /** How many times the message has been relayed since this start. */
  relays: number;
  /** When the message was first relayed since this start, or null if it hasn't been yet. */
  relayed: Relayed | null;
}

/** Collects everything needed to send a started message. @throws Error if the record has no id, chat, or bytes. */
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
  return { deps, own, session, message, kind, id, chat, bytes, list, manner, relays: 0, relayed: null };
}

/**
 * Whether the message may have reached the network, because it was relayed after this start or may have been relayed
 * after an earlier one.
 */
export const isPerhapsGone = ({ manner, relays }: StartedSend): boolean => manner === null || relays > 0;
