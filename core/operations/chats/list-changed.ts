import type { InstanceId } from "../../contracts/ids.ts";
import { listEntry } from "../../records/chats/chat-fields.ts";
import { chatIn, type StoredChat } from "../../records/chats/stored-chat.ts";
import { lists } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { isListed, newestFirst } from "./judge-listed.ts";

/**
 * Lists the chats of the given instances that have had a message, in either direction, since the given time, newest
 * first. Reads only the end of each list: open pages poll this constantly, so it must cost little while nothing
 * happens.
 * @param instances the instances. The caller's access to them must already have been checked.
 */
export async function listChanged(
  { table }: { table: Table },
  instances: readonly InstanceId[],
  since: Date,
  limit: number,
): Promise<StoredChat[]> {
  const pages = await Promise.all(
    instances.map((instance) => {
      const from = listEntry(instance, since.getTime(), "").gsi2sk;
      return table.query({ pk: lists.chatsOfInstance(instance), index: "by_instance", descending: true, from, limit });
    }),
  );
  const found = pages.flatMap(({ items }) => items);
  const chats = (await table.getMany(found.map(({ pk, sk }) => ({ pk, sk })))).map(chatIn);
  return chats
    .filter((chat) => isListed(chat, { waiting: null, label_id: null }))
    .toSorted(newestFirst)
    .slice(0, limit);
}
