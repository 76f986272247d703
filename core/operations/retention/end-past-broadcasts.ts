import { keptSince, type RetentionSetting } from "../../domain/accounts/retention.ts";
import { broadcastRecords } from "../../records/broadcasts/broadcast.ts";
import { keys } from "../../store/keys.ts";
import type { Item } from "../../store/table.ts";
import { removePartition } from "../instances/remove-partition.ts";
import type { EndPastDeps } from "./end-past-messages.ts";

/**
 * Ends those of these broadcasts that were finished before what the account still keeps, with their people and files.
 * That somebody opted out, and when they last got a broadcast, is in the person's record, and stays.
 */
export async function endPastBroadcasts(
  deps: EndPastDeps,
  setting: RetentionSetting,
  items: readonly Item[],
  now: Date,
): Promise<void> {
  const since = keptSince(setting, "broadcast", now).toISOString();
  for (const { id, account_id, instance_id, completed_at, media } of items.map(broadcastRecords.of)) {
    if (completed_at === null || completed_at > since) continue;
    // The record goes last, because it leads to the rest.
    if (media && "key" in media.file) await deps.media.remove(media.file.key);
    await removePartition(deps, keys.broadcastPage(instance_id, id, 0, 0).pk);
    await deps.table.write({ delete: keys.broadcast(account_id, id) });
  }
}
