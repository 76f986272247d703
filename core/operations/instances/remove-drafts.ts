import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

const PAGE = 50;

/** Deletes an instance's drafts, which are stored among the account's drafts. */
export async function removeDrafts(
  { table }: { table: Table },
  account: AccountId,
  instance: InstanceId,
): Promise<void> {
  const { pk } = keys.draft(account, "");
  for (let after: string | undefined; ; ) {
    const page = await table.query({ pk, limit: PAGE, ...(after !== undefined && { after }) });
    const own = page.items.filter(({ instance_id }) => instance_id === instance);
    await Promise.all(own.map(({ sk }) => table.write({ delete: { pk, sk } })));
    after = page.items.at(-1)?.sk;
    if (!page.more || after === undefined) return;
  }
}
