import type { AccountId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { type DraftRecord, draftRecords, isWaiting } from "../../records/draft.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/** Lists an account's waiting drafts, oldest first, without those that have expired but haven't been deleted yet. */
export async function listDrafts(table: Table, account: AccountId, now: Date): Promise<DraftRecord[]> {
  const { pk } = keys.draft(account, "");
  const found: DraftRecord[] = [];
  for (let after: string | undefined; ; ) {
    const page = await table.query({ pk, limit: LIMITS.draftsMax, ...(after !== undefined && { after }) });
    found.push(...page.items.map(draftRecords.of).filter((draft) => isWaiting(draft, now)));
    after = page.items.at(-1)?.sk;
    if (!page.more || after === undefined) return found;
  }
}
