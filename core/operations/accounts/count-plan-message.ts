import { createHash } from "node:crypto";
import { DAY_MS } from "../../contracts/durations.ts";
import type { AccountId } from "../../contracts/ids.ts";
import { allowanceDay } from "../../domain/accounts/plan-rules.ts";
import { ApiError } from "../../errors.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed, type Table } from "../../store/table.ts";

/** How long a daily count is retained. */
const KEPT_MS = 2 * DAY_MS;
/**
 * The number of base64url characters in a mark. Because a mark has only 42 bits, the day's item stays below a kilobyte
 * even with a hundred marks.
 */
const MARK_CHARS = 7;

/** An accepted message and the day whose allowance it counts against. */
export interface CountedMessage {
  account: AccountId;
  /** The day, as a UTC date. */
  day: string;
  /** The field of the day's item that marks the message as counted. */
  mark: string;
}

/**
 * Counts one message against the plan's daily allowance (UTC) before the message is accepted. This takes a single
 * conditional update, so racing requests never conflict and never exceed the allowance. Each `name` counts only once a
 * day, so repeating a request costs nothing.
 * @param name the message's id, or its Idempotency-Key together with the instance.
 * @throws ApiError 429 `plan_limit` if the day's allowance is used up.
 */
export async function countPlanMessage(
  { table }: { table: Table },
  account: AccountId,
  perDay: number,
  name: string,
  now: Date,
): Promise<CountedMessage> {
  const { day } = allowanceDay(now);
  const mark = `n${createHash("sha256").update(name).digest("base64url").slice(0, MARK_CHARS)}`;
  try {
    await table.write({
      update: keys.sentMessages(account, day),
      set: { ttl: Math.floor((now.getTime() + KEPT_MS) / 1000), [mark]: true },
      add: { messages: 1 },
      if: [
        { field: mark, is: "missing" },
        { anyOf: [[{ item: "absent" }], [{ field: "messages", op: "<", value: perDay }]] },
      ],
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    if (error.item?.[mark] === undefined) throw dayIsUsed(now);
  }
  return { account, day, mark };
}

/** Reverses the counting of a message that was definitely not accepted. Can safely be repeated. */
export async function uncountPlanMessage({ table }: { table: Table }, counted: CountedMessage): Promise<void> {
  const { account, day, mark } = counted;
  const update = keys.sentMessages(account, day);
  await table
    .write({ update, add: { messages: -1 }, remove: [mark], if: [{ field: mark, is: "present" }] })
    .catch((error: unknown) => {
      if (!(error instanceof ConditionFailed)) throw error;
    });
}

function dayIsUsed(now: Date): ApiError {
  const retryAfterSec = Math.ceil((allowanceDay(now).next.getTime() - now.getTime()) / 1000);
  const message =
    "The plan's message limit for today (UTC) has been reached. Choose a larger plan, or wait the number of seconds given in Retry-After.";
  return new ApiError("plan_limit", { status: 429, message, retryAfterSec });
}
