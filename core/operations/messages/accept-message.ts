import { allowanceDay } from "../../domain/accounts/plan-rules.ts";
import { endUnavailable } from "../../errors.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { readIdempotent } from "../../records/idempotency.ts";
import type { MessageRecord } from "../../records/message.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { INSTANCE_QUEUES } from "../../store/lane-queues.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import { type CountedMessage, countPlanMessage, uncountPlanMessage } from "../accounts/count-plan-message.ts";
import type { Backlog } from "./limit-backlog.ts";
import { planAcceptance, type SendRequest } from "./plan-acceptance.ts";

const TRIES = 8;

/** Dependencies for accepting messages. Without a `backlog`, waiting messages aren't counted. */
export type AcceptDeps = LaneDeps & { backlog?: Backlog };

/** Options for accepting. */
export interface AcceptOptions {
  /**
   * Called when a write was refused and no message exists for the Idempotency-Key. If it throws, no further attempt is
   * made.
   */
  onRefused?: () => Promise<void>;
}

/** Thrown if another request with the same Idempotency-Key has already created the message. */
class AlreadyAccepted extends Error {
  readonly made: MessageRecord;
  constructor(message: MessageRecord) {
    super("The Idempotency-Key's message was accepted in the meantime.");
    this.name = "AlreadyAccepted";
    this.made = message;
  }
}

/**
 * Accepts one message. Writes the message, its idempotency record and its row in the instance's lane atomically, then
 * wakes the lane. Racing calls with the same Idempotency-Key create only one message. If the plan limits messages per
 * day, the message is counted first (`countPlanMessage`). A crash in between uses up one of the day's messages, but a
 * retry with the same key finds it already counted. Spec: Endpoints › Messages; Number-protection rule.
 * @throws ApiError `chat_not_found` for a private id that has never sent a message; `backlog_full`; 429 `plan_limit`;
 * `unavailable` if the person's record keeps changing.
 */
export async function acceptMessage(
  deps: AcceptDeps,
  request: SendRequest,
  { onRefused }: AcceptOptions = {},
): Promise<{ message: MessageRecord; replayed: boolean }> {
  const { instance, idempotency_key: key } = request;
  const lookForFirst = async () => {
    const first = await readIdempotent(deps, instance, key);
    if (first) throw new AlreadyAccepted(first);
  };
  const onRefusal = async () => {
    await lookForFirst();
    await onRefused?.();
  };
  let counted: CountedMessage | null = null;
  let isTaken = false;
  const atEnd = async () => {
    // Other requests with this key may rely on the count, so leave it; a retry will find it.
    if (counted && key === null) await uncountPlanMessage(deps, counted);
    return endUnavailable();
  };
  const accepted = retryOnChange({ tries: TRIES, atEnd }, async ({ commit }) => {
    const plan = await planAcceptance(deps, request);
    if (!isTaken) await deps.backlog?.take(instance.id, plan.queue);
    isTaken = true;
    counted = await countedFor(deps, request, plan, counted).catch(async (error: unknown) => {
      // The message that used up the day's allowance may have been created by another request with the same
      // Idempotency-Key.
      await lookForFirst();
      throw error;
    });
    const write = deps.table.transact(plan.writes, key === null ? {} : { onConflict: lookForFirst });
    // The transaction is refused if the person sent or received a message in the meantime. In that case, the message is
    // classified again.
    await commit(unlessOurs(write, plan.message), onRefusal);
    await ensureWake(deps, instanceLane(instance.id), plan.due, INSTANCE_QUEUES[plan.queue], {
      about: plan.message.id,
    });
    return { message: plan.message, replayed: false };
  });
  return accepted.catch(async (error: unknown) => {
    if (error instanceof AlreadyAccepted) return { message: error.made, replayed: true };
    throw error;
  });
}

/**
 * Waits for the write. A failure is ignored if an earlier attempt, whose response was lost, has created the message.
 */
async function unlessOurs(write: Promise<void>, { id }: MessageRecord): Promise<void> {
  await write.catch((error: unknown) => {
    if (!(error instanceof AlreadyAccepted && error.made.id === id)) throw error;
  });
}

/**
 * Counts the message for the day on which it is created, if the plan limits messages per day. Counts again only if the
 * day has changed.
 */
async function countedFor(
  deps: AcceptDeps,
  request: SendRequest,
  { message, now }: { message: MessageRecord; now: Date },
  before: CountedMessage | null,
): Promise<CountedMessage | null> {
  const { messages_per_day: perDay = null, caller_account: account, idempotency_key: key, instance } = request;
  if (perDay === null || before?.day === allowanceDay(now).day) return before;
  if (before && key === null) await uncountPlanMessage(deps, before);
  const name = key === null ? message.id : `${instance.id} ${key}`;
  return countPlanMessage(deps, account, perDay, name, now);
}
