import type { InstanceId } from "../../contracts/ids.ts";
import { chatIn, type StoredChat } from "../../records/chats/stored-chat.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

const PAGE = 1_000;

/**
 * Checks whether at least the given number of other chats are pinned. Reads every chat of the instance, which is
 * acceptable because pinning is rare. The alternative would be to maintain a list of pinned chats on every write to a
 * chat. docs/decisions/0080.
 */
export async function arePinned(table: Table, instance: InstanceId, most: number, but: string): Promise<boolean> {
  let found = 0;
  for (const { pk } of [keys.group(instance, ""), keys.person(instance, "")]) {
    for (let after: string | undefined, more = true; more; ) {
      const page = await table.query({ pk, limit: PAGE, ...(after !== undefined && { after }) });
      found += page.items.map(chatIn).filter((chat) => isPinned(chat) && chat.key !== but).length;
      if (found >= most) return true;
      after = page.items.at(-1)?.sk;
      more = page.more && after !== undefined;
    }
  }
  return false;
}

/** Whether a chat is pinned. A person who has been merged into another no longer has a chat. */
const isPinned = (chat: StoredChat) =>
  chat.record.pinned_ms !== undefined && !(chat.type === "person" && chat.record.merged_into !== undefined);
