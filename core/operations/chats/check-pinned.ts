import type { InstanceId } from "../../contracts/ids.ts";
import type { ChatFields } from "../../records/chats/chat-fields.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

const PAGE = 1_000;

/**
 * Whether so many chats are pinned besides this one. It reads every chat of the instance: pinning is rare, and a list of
 * the pinned ones would be one more thing that each writer of a chat has to keep right. docs/decisions/0080.
 */
export async function arePinned(table: Table, instance: InstanceId, most: number, but: string): Promise<boolean> {
  let found = 0;
  for (const { pk } of [keys.group(instance, ""), keys.person(instance, "")]) {
    for (let after: string | undefined, more = true; more; ) {
      const page = await table.query({ pk, limit: PAGE, ...(after !== undefined && { after }) });
      // The partitions of people and groups hold their records alone.
      found += page.items.filter((item) => isPinned(item as ChatFields) && item.sk !== but).length;
      if (found >= most) return true;
      after = page.items.at(-1)?.sk;
      more = page.more && after !== undefined;
    }
  }
  return false;
}

const isPinned = ({ pinned_ms }: ChatFields) => pinned_ms !== undefined;
