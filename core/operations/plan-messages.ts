import { allowanceDay } from "../domain/plan-rules.ts";
import { ApiError } from "../errors.ts";
import type { Clock } from "../ports.ts";
import { keys } from "../store/keys.ts";
import type { Write } from "../store/table.ts";

/** A day's count is kept a little past it. */
const KEPT_MS = 2 * 86_400_000;

/**
 * The write that counts one accepted message against the plan's day (UTC), for the transaction that accepts it; refused
 * when the day is used up. null: the plan has no such limit, so nothing is counted.
 */
export function planMessageWrite(account: string, perDay: number | null, now: Date): Write | null {
  if (perDay === null) return null;
  return {
    update: keys.sentMessages(account, allowanceDay(now).day),
    set: { ttl: Math.floor((now.getTime() + KEPT_MS) / 1000) },
    add: { messages: 1 },
    if: [{ anyOf: [[{ item: "absent" }], [{ field: "messages", op: "<", value: perDay }]] }],
  };
}

/** The answer when that write was refused. */
export function dayIsUsed({ clock }: { clock: Clock }): ApiError {
  const now = clock.now();
  const retryAfterSec = Math.ceil((allowanceDay(now).next.getTime() - now.getTime()) / 1000);
  const message = "The plan's messages of today (UTC) are used. Choose a larger plan, or wait: see Retry-After.";
  return new ApiError("plan_limit", { status: 429, message, retryAfterSec });
}
