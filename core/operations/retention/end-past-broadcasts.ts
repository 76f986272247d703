import { keptSince, type RetentionSetting } from "../../domain/accounts/retention.ts";
import { broadcastRecords } from "../../records/broadcasts/broadcast.ts";
import { keys } from "../../store/keys.ts";
import type { Item } from "../../store/table.ts";
import { removePartition } from "../instances/remove-partition.ts";
import type { EndPastDeps } from "./end-past-messages.ts";

/**
 * Deletes any broadcasts in `items` that are past the account's retention period, along with their people and files.
 * Opt-outs, and the time at which a person last received a broadcast, remain stored in the person's record.
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
    // Delete the record last, because everything else is found through it.
    if (media && "key" in media.file) await deps.media.remove(media.file.key);
    await removePartition(deps, keys.broadcastPage(instance_id, id, 0, 0).pk);
    await deps.table.write({ delete: keys.broadcast(account_id, id) });
  }
}
