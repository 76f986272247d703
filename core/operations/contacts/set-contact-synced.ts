import type { ContactSyncRecord } from "../../records/chats/contact-sync.ts";
import { transactFenced } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { keys } from "../../store/keys.ts";
import { type Condition, type Table, TransactionRefused } from "../../store/table.ts";

/**
 * Records that the phone has received a person's saved name, or never will. Writes nothing if the name was changed
 * again in the meantime.
 * @throws FenceLost
 */
export async function setContactSynced(
  { table }: { table: Table },
  own: Owner,
  person: string,
  { since_ms }: Pick<ContactSyncRecord, "since_ms">,
): Promise<void> {
  const sameChange = (field: string): Condition => [{ field, op: "=", value: since_ms }];
  try {
    await transactFenced(table, own.instance_id, own.fence, [
      { delete: keys.contactSync(own.instance_id, person), if: sameChange("since_ms") },
      {
        update: keys.contact(own.instance_id, person),
        remove: ["unmirrored_ms"],
        if: sameChange("unmirrored_ms"),
      },
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error; // the name was changed again, and the new one is waiting
  }
}
