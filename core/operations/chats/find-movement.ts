import type { InstanceId } from "../../contracts/ids.ts";
import { listEntry } from "../../records/chats/chat-fields.ts";
import { lists } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/**
 * Finds whether any chat of some instances has a message since then, in either direction. Costs only half a read unit
 * per instance, because hidden tabs ask all day. @param instances checked to be the caller's.
 */
export async function findMovement(table: Table, instances: readonly InstanceId[], since: Date): Promise<boolean> {
  const pages = await Promise.all(
    instances.map((instance) => {
      const from = listEntry(instance, since.getTime(), "").gsi2sk;
      return table.query({
        pk: lists.chatsOfInstance(instance),
        index: "by_instance",
        descending: true,
        from,
        limit: 1,
      });
    }),
  );
  return pages.some(({ items }) => items.length > 0);
}
