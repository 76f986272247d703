import { AGENT_LIMITS, ANSWER_LIMITS } from "../../contracts/answers/answer-limits.ts";
import { MINUTE_MS, SECOND_MS } from "../../contracts/durations.ts";
import type { AccountId, InstanceId, MessageId } from "../../contracts/ids.ts";
import { isTooOld } from "../../domain/answers/turn-timing.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { putRow } from "../../lanes/put-row.ts";
import { type AutomationsRecord, automationsRecords, isAnyOn } from "../../records/answers/automations.ts";
import { chatStates, noteTeamWrote, noteTheirText } from "../../records/answers/chat-state.ts";
import type { MessageRecord } from "../../records/message.ts";
import { chatLane } from "../../store/lane-names.ts";
import { CHAT_QUEUES } from "../../store/lane-queues.ts";
import type { Table, Write } from "../../store/table.ts";

/** How late a message typed on the phone may arrive and still end an earlier silence. Longer than clocks are off. */
const LATE_MS = MINUTE_MS;

/** A message about to be stored in a chat with a person. */
export interface ChatMessage {
  account_id: AccountId;
  instance_id: InstanceId;
  message_id: MessageId;
  /** The person's key. */
  person: string;
  written_at: Date;
  /** When the previous message in either direction was written, in epoch ms. Absent for the chat's first message. */
  before_ms?: number | undefined;
}

/** A person whose message an automation will answer, and when the answer is due. */
export interface AwaitedAnswer {
  person: string;
  due: Date;
}

/**
 * Makes a person's text wait for an answer in the chat's lane. Returns the writes for the transaction that stores the
 * text, and the values that `wakeChat` needs after the commit. Returns null if no automation is on, or if the text is
 * more than 60 minutes old. Spec: AI agent; Menu.
 */
export function awaitAnswer(
  message: ChatMessage,
  automations: AutomationsRecord | null,
  now: Date,
): ({ writes: Write[] } & AwaitedAnswer) | null {
  const { account_id, instance_id, message_id, person, written_at, before_ms } = message;
  if (!isAnyOn(automations) || isTooOld(written_at, now)) return null;
  const lane = chatLane(instance_id, person);
  const due = new Date(now.getTime() + (automations.wait_seconds ?? AGENT_LIMITS.waitSec) * SECOND_MS);
  const expires_at = new Date(written_at.getTime() + ANSWER_LIMITS.textAgeMs);
  const data = { account_id, written_at: written_at.toISOString(), ...(before_ms !== undefined && { before_ms }) };
  const row = putRow({ lane, queue: CHAT_QUEUES.text, id: message_id, due, expires_at, data }, now);
  return { writes: [row, noteTheirText(instance_id, person)], person, due };
}

/** Wakes a person's chat lane for a text that is due at `due`. */
export const wakeChat = (deps: LaneDeps, instance: InstanceId, { person, due }: AwaitedAnswer) =>
  ensureWake(deps, chatLane(instance, person), due, null);

/**
 * Records that the team replied to a person, from the phone or the panel. Returns writes for the transaction that
 * stores the team's message. They stop any automatic answer that is queued or being generated. Spec: AI agent,
 * `pause_after_team_reply_minutes`.
 * @param silentMs the end of a silence that may have begun after the message was written, in epoch ms.
 */
export function noteTeamReply(
  { instance_id, person, written_at }: Pick<ChatMessage, "instance_id" | "person" | "written_at">,
  automations: AutomationsRecord | null,
  now: Date,
  silentMs = 0,
): Write[] {
  // A message delayed by an outage may have been written long ago. It must not shorten an automation pause that began
  // after the message was written.
  if (!isAnyOn(automations) || isTooOld(written_at, now)) return [];
  const minutes = automations.pause_minutes ?? AGENT_LIMITS.pauseMin;
  const until = Math.max(silentMs, written_at.getTime() + minutes * MINUTE_MS);
  return [noteTeamWrote(instance_id, person, new Date(until))];
}

/**
 * Reads the end of the automations' silence in a chat, in epoch ms, for a message that the team typed on the phone and
 * that arrives late. For other messages, reads nothing: they end an earlier silence. @returns 0 if there is no silence.
 */
export async function readLaterSilence(
  table: Table,
  { instance_id, person, written_at }: Pick<ChatMessage, "instance_id" | "person" | "written_at">,
  automations: AutomationsRecord | null,
  now: Date,
): Promise<number> {
  if (!isAnyOn(automations) || now.getTime() - written_at.getTime() <= LATE_MS) return 0;
  return (await chatStates.read(table, instance_id, person))?.silent_until ?? 0;
}

/**
 * Records that a message the team scheduled in the panel is now due. The message is treated as if the team had just
 * written it as a reply. Returns the writes to include in the transaction that queues the message.
 */
export async function noteScheduledReply(
  table: Table,
  { origin, status, instance_id, person }: Pick<MessageRecord, "origin" | "status" | "instance_id" | "person">,
  now: Date,
): Promise<Write[]> {
  if (origin !== "panel" || status !== "scheduled" || person === null) return [];
  return noteTeamReply(
    { instance_id, person, written_at: now },
    await automationsRecords.read(table, instance_id),
    now,
  );
}
