import { DAY_MS } from "../../contracts/durations.ts";
import type { AccountId } from "../../contracts/ids.ts";
import { PLANS } from "../../contracts/plans.ts";
import { allowanceDay, hasTrialEnded } from "../../domain/accounts/plan-rules.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { type AccountRecord, accountRecords } from "../../records/accounts/account.ts";
import { keys } from "../../store/keys.ts";
import type { Write } from "../../store/table.ts";

/** How long a daily count is retained. */
const KEPT_MS = 2 * DAY_MS;

/** Whether the plan allows one more message from a source other than an API request. */
export type PlanWord =
  /** The message may start. The writes belong in the same transaction. */
  | { word: "goes"; writes: Write[] }
  /** The account is suspended, or its trial has ended. */
  | { word: "ended" }
  /** The daily message allowance is used up. */
  | { word: "used"; until: Date };

/**
 * Checks whether the account's plan allows a broadcast's next message to start. If the plan limits messages per day,
 * the message counts toward that limit, like every message sent by an API request. Spec: Limits; broadcasts,
 * `reason.code` plan_limit.
 */
export async function checkPlan(deps: Pick<LaneDeps, "table" | "clock">, account: AccountId): Promise<PlanWord> {
  return planWord(deps, account, await accountRecords.read(deps.table, account));
}

/** Like `checkPlan`, for an account that has already been read. */
export async function planWord(
  { table, clock }: Pick<LaneDeps, "table" | "clock">,
  account: AccountId,
  record: AccountRecord | null,
): Promise<PlanWord> {
  const now = clock.now();
  if (!record) return { word: "goes", writes: [] };
  if (record.status === "suspended" || hasTrialEnded(record, now)) return { word: "ended" };
  const { messagesPerDay: most } = PLANS[record.plan];
  if (most === null) return { word: "goes", writes: [] };
  const { day, next } = allowanceDay(now);
  const place = keys.sentMessages(account, day);
  if (Number((await table.get(place))?.messages ?? 0) >= most) return { word: "used", until: next };
  const hasRoom = [{ anyOf: [[{ item: "absent" } as const], [{ field: "messages", op: "<", value: most } as const]] }];
  const set = { ttl: Math.floor((now.getTime() + KEPT_MS) / 1000) };
  return { word: "goes", writes: [{ update: place, set, add: { messages: 1 }, if: hasRoom }] };
}
