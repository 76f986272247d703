import { HOUR_MS } from "../../contracts/durations.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import type { MessageClass } from "../../contracts/message.ts";
import { PROTECTION_SETTINGS } from "../../contracts/protection.ts";
import { classify } from "../../domain/messages/message-class.ts";
import { rollOver } from "../../domain/protection/pacing.ts";
import { settingsInForce } from "../../domain/protection/settings.ts";
import { type FoundPerson, readPerson } from "../../records/person.ts";
import { readSending } from "../../records/sending.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/** Where a message belongs at a specific time: its class, and its queue in the instance's lane. */
export interface LanePlace {
  /** The recipient, or null for a group or a channel. */
  found: FoundPerson | null;
  class: MessageClass;
  /** The queue. `first_counted` is for a first message to a person who already counts toward today's limit. */
  queue: "reply" | "known" | "first" | "first_counted";
  /** How long the message may wait for its turn before it fails as `waited_too_long`. */
  patience_ms: number;
}

/**
 * How long replies and messages to known people may wait: by default, as long as first messages. We chose this default
 * ourselves: docs/decisions.
 */
const PATIENCE_MS = PROTECTION_SETTINGS.hold_first_messages_hours.recommended * HOUR_MS;

/**
 * Returns a message's current class for a recipient, based on stored data. Messages to groups and channels count as
 * messages to known people. Costs three consistent reads for a first message, one for other messages to people, and
 * none for groups. Spec: Number-protection rule.
 */
export async function placeMessage(
  table: Table,
  instanceId: InstanceId,
  personKey: string | null,
  now: Date,
): Promise<LanePlace> {
  return placeWith(table, instanceId, personKey === null ? null : await readPerson(table, instanceId, personKey), now);
}

/** Like `placeMessage`, for a person whose record has just been read. Null means a group or a channel. */
export async function placeWith<P extends FoundPerson>(
  table: Table,
  instanceId: InstanceId,
  found: P | null,
  now: Date,
): Promise<LanePlace & { found: P | null }> {
  if (found === null) return { found: null, class: "known", queue: "known", patience_ms: PATIENCE_MS };
  const messageClass = classify(found.known?.last_in_at, now);
  if (messageClass !== "first") {
    return { found, class: messageClass, queue: messageClass, patience_ms: PATIENCE_MS };
  }
  // If the sending state was never written, no people have been counted, so the time zone doesn't matter.
  const sending = await readSending(table, instanceId, { timezone: "UTC", now });
  const counted = await table.get(keys.personDay(instanceId, rollOver(sending, now).day, found.person));
  const patience_ms = settingsInForce(sending).hold_first_messages_hours * HOUR_MS;
  return { found, class: "first", queue: counted ? "first_counted" : "first", patience_ms };
}

/**
 * Returns the time until which a message may wait if it can be sent from `due` on. Used while the message's class isn't
 * known yet.
 */
export const holdUntil = (due: Date, patienceMs = PATIENCE_MS): Date => new Date(due.getTime() + patienceMs);
