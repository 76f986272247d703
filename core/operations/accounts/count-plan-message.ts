import { createHash } from "node:crypto";
import { DAY_MS } from "../../contracts/durations.ts";
import type { AccountId } from "../../contracts/ids.ts";
import { allowanceDay } from "../../domain/accounts/plan-rules.ts";
import { ApiError } from "../../errors.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed, type Table } from "../../store/table.ts";

/** The day's count is kept for a while after the day ends. */
const KEPT_MS = 2 * DAY_MS;
/** Characters of base64url, 42 bits, so that a hundred of them keep the day's item below a kilobyte. */
const MARK_CHARS = 7;

/** An accepted message, and the allowance it counts against. */
export interface CountedMessage {
  account: AccountId;
  /** UTC date. */
  day: string;
  /** The field of the day's item that marks the message as counted. */
  mark: string;
}

/**
 * Counts one message against the plan's day (UTC) before it is accepted, with one conditional update. Such updates
 * never conflict with each other, however many requests race, and never count more than the plan includes. Each `name`
 * is counted once a day, so repeating a request costs nothing.
 * @param name the message's id, or its Idempotency-Key with the instance.
 * @throws ApiError 429 `plan_limit` if the day is used up.
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

/** Takes back the count of a message that was certainly not accepted; repeating this changes nothing. */
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
  const message = "The plan's messages of today (UTC) are used. Choose a larger plan, or wait: see Retry-After.";
  return new ApiError("plan_limit", { status: 429, message, retryAfterSec });
}
