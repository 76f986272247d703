import { createHash } from "node:crypto";
import { MESSAGE_STATUSES } from "../../contracts/message.ts";
import { kindOf } from "../../domain/sending/kinds.ts";
import { failureKind } from "../../failure-kind.ts";
import { eventRoute, eventWrites, wakeEndpoint } from "../../records/event.ts";
import { transactFenced } from "../../records/fence.ts";
import { emptyMessage, type MessageRecord } from "../../records/message.ts";
import { type EventDeps, messageEvent } from "../../records/message-event.ts";
import type { Owner } from "../../records/owner.ts";
import { uncountWaiting } from "../../records/person.ts";
import { failedFields } from "../../records/sending-error-texts.ts";
import { keys } from "../../store/keys.ts";
import { type Condition, TransactionRefused, type Write } from "../../store/table.ts";
import { followMessage } from "../following/follow-message.ts";
import { packInput } from "../quarantine/pack-input.ts";
import { quarantineWrites } from "../quarantine/quarantine-job.ts";

/** A row or slot of an instance's lane that can never be processed as it is. */
export interface LostSend {
  /** The row's or slot's key in the table. It also determines its place in the quarantine. */
  place: string;
  /** The write that takes the row or slot out of the lane. */
  take: Write;
  /** The stored message that was being sent, or null if there is none or the message continues elsewhere. */
  message: MessageRecord | null;
  /** Whether the message counts as waiting for its recipient. */
  isWaiting: boolean;
  /** The data to show to the operator. */
  input: unknown;
  error: unknown;
  tries: number;
}

/**
 * Removes a broken row from an instance's lane, quarantines it, and marks its message as `failed` with `server_error`,
 * all in one transaction. If the message's record is too broken for that, as little as possible is lost: the event is
 * built from the readable parts or left out, or the record stays unchanged. The lane continues in any case.
 * @returns false if something changed in the meantime, in which case the lane must be reread. @throws FenceLost;
 * transient errors.
 */
export async function quarantineSend(deps: EventDeps, own: Owner, lost: LostSend): Promise<boolean> {
  const { message, take, place, input, error, tries, isWaiting } = lost;
  const id = `lane_${createHash("sha256").update(place).digest("hex").slice(0, 32)}`;
  const kept = () =>
    quarantineWrites(own, { id, kind: "send", input: packInput(input), error, tries }, deps.clock.now());
  const route = await eventRoute(deps, own.account_id, own.instance_id);
  const told = async (shown: MessageRecord) => {
    if (!kindOf(shown).isReported) return [];
    const event = await messageEvent(deps, "message.status", { ...shown, ...failedFields("server_error") });
    return eventWrites(deps, route, event, deps.clock.now());
  };
  const uncounted = () => (message && isWaiting ? uncountWaiting(own.instance_id, message) : []);
  const following = message && (await followMessage(deps, message, { ...message, ...failedFields("server_error") }));
  const follows = following?.writes ?? [];
  const attempts: (() => Promise<Write[]>)[] = [
    async () =>
      message
        ? [ends(own, message), ...(await told(message)), ...uncounted(), ...follows, take, ...kept()]
        : [take, ...kept()],
    async () =>
      message
        ? [ends(own, message), ...(await told(bare(own, message))), ...follows, take, ...kept()]
        : [take, ...kept()],
    async () => (message ? [ends(own, message), take, ...kept()] : [take, ...kept()]),
    async () => [take, ...kept()],
    async () => [take],
  ];
  for (const attempt of attempts) {
    try {
      await transactFenced(deps.table, own.instance_id, own.fence, await attempt());
      await wakeEndpoint(deps, route);
      await following?.wake();
      return true;
    } catch (problem) {
      if (problem instanceof TransactionRefused) return false;
      if (isLeft(problem)) throw problem;
      const about = { instance_id: own.instance_id, error: String(problem) };
      deps.log.error(about, "a quarantined row was too large to store completely; part of it was stored");
    }
  }
  return false;
}

/** Whether the failure has a cause other than the record itself. */
const isLeft = (problem: unknown) =>
  (problem instanceof Error && problem.name === "FenceLost") || failureKind(problem) === "passing";

/** Builds the write that marks a message as failed, on the condition that it is still in the state that was read. */
function ends(own: Owner, message: MessageRecord): Write {
  const asRead = (["row", "step"] as const).flatMap((field): Condition => {
    const value: unknown = message[field];
    return typeof value === "string" || value === null ? [{ field, op: "=", value }] : [];
  });
  return {
    update: keys.message(own.account_id, message.id),
    set: failedFields("server_error"),
    if: [{ item: "exists" }, ...asRead],
  };
}

/** Builds a minimal public record in place of one that can't be displayed. */
function bare(own: Owner, { id, phone, chat_id, body, origin, created_at }: MessageRecord): MessageRecord {
  const text = (value: unknown) => (typeof value === "string" && value.length < 1_000 ? value : null);
  const { account_id, instance_id } = own;
  return {
    ...emptyMessage(),
    id,
    account_id,
    instance_id,
    direction: "out",
    type: "text",
    origin: text(origin) === null ? "api" : origin,
    phone: text(phone),
    chat_id: text(chat_id),
    body: text(body),
    created_at: text(created_at) ?? "",
    ttl: 0, // shown, never stored
  };
}

/**
 * Whether a stored message has reached a final status: it was reported as sent or failed, or it is an incoming message.
 */
export function hasEnded({ direction, status }: MessageRecord): boolean {
  if (direction === "in") return true;
  return MESSAGE_STATUSES.includes(status) && status !== "queued" && status !== "scheduled";
}
