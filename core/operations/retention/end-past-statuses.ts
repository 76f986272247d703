import { messageRecords } from "../../records/message.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { Item } from "../../store/table.ts";
import { removePartition } from "../instances/remove-partition.ts";
import type { EndPastDeps } from "./end-past-messages.ts";

/**
 * Deletes the statuses in `items`, which are also messages, along with their files, recipients and views. A status
 * waiting to be posted isn't deleted; it waits a few hours at most.
 */
export async function endPastStatuses(deps: EndPastDeps, items: readonly Item[]): Promise<void> {
  for (const { id, account_id, instance_id, step, file } of items.map(messageRecords.of)) {
    if (step !== "done") continue;
    // Delete the message last, because everything else is found through it.
    if (file?.key.startsWith("ACC/")) await deps.media.remove(file.key);
    await removePartition(deps, keys.statusList(instance_id, id).pk);
    await deps.table.write({ delete: keys.status(instance_id, id) });
    const isDone = [{ field: "step", op: "=" as const, value: "done" }];
    await isCommitted(deps.table.write({ delete: keys.message(account_id, id), if: isDone }));
  }
}
