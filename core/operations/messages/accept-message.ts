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

/** Dependencies for accepting; without a backlog nothing is counted. */
export type AcceptDeps = LaneDeps & { backlog?: Backlog };

/** Options for accepting. */
export interface AcceptOptions {
  /** Called after a refused write if the key has created nothing; an error that it throws ends the attempts. */
  onRefused?: () => Promise<void>;
}

/** Another request with the same key has created the message. */
class AlreadyAccepted extends Error {
  readonly made: MessageRecord;
  constructor(message: MessageRecord) {
    super("The Idempotency-Key's message was accepted meanwhile.");
    this.name = "AlreadyAccepted";
    this.made = message;
  }
}

/**
 * Accepts one message: the message, its idempotency record and its row in the instance lane, all or nothing; then wakes
 * the lane. N racing calls with one key create one message. If the plan limits messages per day, the message is counted
 * first (`countPlanMessage`); a crash in between loses one of the day, and a retry with the same key finds it counted.
 * Spec: Endpoints › Messages; Number-protection rule.
 * @throws ApiError `chat_not_found` for a private id that nobody wrote from; `backlog_full`; 429 `plan_limit`;
 * `unavailable` if the person's record changes faster than it can be read.
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
    // Others may rely on a key's count, so it stays and the retry finds it.
    if (counted && key === null) await uncountPlanMessage(deps, counted);
    return endUnavailable();
  };
  const accepted = retryOnChange({ tries: TRIES, atEnd }, async ({ commit }) => {
    const plan = await planAcceptance(deps, request);
    if (!isTaken) await deps.backlog?.take(instance.id, plan.queue);
    isTaken = true;
    counted = await countedFor(deps, request, plan, counted).catch(async (error: unknown) => {
      // The day's last message may be the one that this key created.
      await lookForFirst();
      throw error;
    });
    const write = deps.table.transact(plan.writes, key === null ? {} : { onConflict: lookForFirst });
    // Refused: the person wrote, or got a message, in between, and it is classified again.
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

/** The write, done also when it turns out that an attempt of it whose answer was lost has made the message. */
async function unlessOurs(write: Promise<void>, { id }: MessageRecord): Promise<void> {
  await write.catch((error: unknown) => {
    if (!(error instanceof AlreadyAccepted && error.made.id === id)) throw error;
  });
}

/**
 * Counts the message on the day it is created, if the plan limits messages per day; once, unless the day has changed.
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
