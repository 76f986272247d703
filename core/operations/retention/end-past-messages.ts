import type { KeptKind, RetentionSetting } from "../../domain/accounts/retention.ts";
import { isPast } from "../../domain/accounts/retention.ts";
import type { FileNames, MediaStore } from "../../ports.ts";
import { messageRecords } from "../../records/message.ts";
import { markPages } from "../../records/people-marks.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { Item, Table } from "../../store/table.ts";

/** Dependencies for deleting data that an account no longer retains. */
export interface EndPastDeps {
  table: Table;
  media: Pick<MediaStore, "remove"> & FileNames;
}

const KIND: KeptKind = "other";
/** The number of pages of marks to delete in parallel. */
const AT_ONCE = 25;

/**
 * Deletes any messages in `items` that are past the account's retention period, along with their own files and marks. A
 * message waiting to be sent is never deleted, however long it has waited. The rows for network ids remain until they
 * expire: without them, a message that the network delivers again would be mistaken for a new one.
 */
export async function endPastMessages(
  { table, media }: EndPastDeps,
  setting: RetentionSetting,
  items: readonly Item[],
  now: Date,
): Promise<void> {
  for (const message of items.map(messageRecords.of)) {
    const { id, account_id, instance_id, step, ttl, file } = message;
    if (step !== "done" || !isPast(ttl, setting, KIND, now)) continue;
    // Delete the record last, because everything else is found through it.
    if (file && message.file_shared !== true && file.key.startsWith("ACC/")) await media.remove(file.key);
    if (message.reactions_spilled === true || message.poll_votes?.spilled === true) {
      const pages = markPages(instance_id, id);
      for (let from = 0; from < pages.length; from += AT_ONCE) {
        await Promise.all(pages.slice(from, from + AT_ONCE).map((write) => table.write(write)));
      }
    }
    const isDone = [{ field: "step", op: "=" as const, value: "done" }];
    await isCommitted(table.write({ delete: keys.message(account_id, id), if: isDone }));
  }
}
