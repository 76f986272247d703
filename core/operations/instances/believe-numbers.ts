import { MINUTE_MS } from "../../contracts/durations.ts";
import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import { PANEL_LIMITS } from "../../contracts/panel/panel-limits.ts";
import { CacheSlot, cachesOf } from "../../store/caches.ts";
import type { Table } from "../../store/table.ts";
import { listPointers } from "./list-pointers.ts";

const BELIEVED_NUMBERS = new CacheSlot<{ ids: InstanceId[]; untilMs: number }>(
  "numbers of accounts with open pages",
  2_000,
);

/**
 * Returns the IDs of an account's numbers, cached for up to ten minutes, so a new number might not appear right away.
 */
export async function believeNumbers(table: Table, account: AccountId, now: Date): Promise<InstanceId[]> {
  const believed = cachesOf(table).at(BELIEVED_NUMBERS);
  const known = believed.get(account);
  if (known && now.getTime() < known.untilMs) return known.ids;
  const ids = (await listPointers(table, account)).map(({ sk }) => sk);
  believed.set(account, { ids, untilMs: now.getTime() + PANEL_LIMITS.believedMinutes * MINUTE_MS });
  return ids;
}
