import type { AccountId } from "../../contracts/ids.ts";
import { PLANS } from "../../contracts/plans.ts";
import { allowanceDay, allowanceMonth } from "../../domain/accounts/plan-rules.ts";
import { retentionDaysOf } from "../../domain/accounts/retention.ts";
import type { AccountRecord } from "../../records/accounts/account.ts";
import { accountRecords } from "../../records/accounts/account.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { instanceRecords } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/** An account with its instances and its usage of the plan. A null `of` means that there is no limit. */
export interface AccountUsage extends AccountRecord {
  instances: Pick<InstanceRecord, "id" | "name" | "status" | "status_reason">[];
  usage: Record<"instances" | "requests_this_month", { used: number; of: number | null }> & {
    messages_today: { used: number | null; of: number | null };
  };
}

const INSTANCES_MAX = 1_000;

/**
 * Reads an account as the operator sees it. Messages are counted only if the plan limits them. Otherwise, `used` is
 * null.
 * @param maxInstances a limit set by the operator. If omitted, the plan's limit applies. @returns null if the account
 * does not exist.
 */
export async function readAccountUsage(
  table: Table,
  accountId: AccountId,
  now: Date,
  maxInstances?: number,
): Promise<AccountUsage | null> {
  const stored = await accountRecords.read(table, accountId);
  if (!stored) return null;
  const { pk: _pk, sk: _sk, ...account } = stored;
  const plan = PLANS[account.plan];
  const [instances, requests, messages] = await Promise.all([
    table.query({ pk: keys.accountInstance(accountId, "").pk, limit: INSTANCES_MAX }),
    table.get(keys.accountRate(accountId)),
    table.get(keys.sentMessages(accountId, allowanceDay(now).day)),
  ]);
  const found = await table.getMany(instances.items.map(({ sk }) => keys.instance(sk)));
  const records = found.map(instanceRecords.of);
  const isThisMonth = requests?.month === allowanceMonth(now).month;
  return {
    ...account,
    retention_days: retentionDaysOf(account),
    instances: records
      .map(({ id, name, status, status_reason }) => ({ id, name, status, status_reason }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    usage: {
      instances: { used: instances.items.length, of: maxInstances ?? plan.instances },
      requests_this_month: { used: isThisMonth ? Number(requests?.of_month) : 0, of: plan.requestsPerMonth },
      messages_today: {
        used: plan.messagesPerDay === null ? null : Number(messages?.messages ?? 0),
        of: plan.messagesPerDay,
      },
    },
  };
}
