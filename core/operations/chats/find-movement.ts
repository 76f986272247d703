import type { InstanceId } from "../../contracts/ids.ts";
import { listEntry } from "../../records/chats/chat-fields.ts";
import { lists } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/**
 * Checks whether any chat of the given instances has had a message, in either direction, since the given time. Costs
 * only half a read unit per instance, because hidden browser tabs poll this all day. @param instances the instances.
 * The caller's access to them must already have been checked.
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
