import { isLive, type LabelRecord } from "../../records/chats/label.ts";
import { transactFenced } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { Table, Write } from "../../store/table.ts";
import { deletionWrites } from "./delete-label.ts";
import { readLabelList } from "./read-label-list.ts";

/**
 * After a different phone has been linked, deletes the labels that were created on the previous phone, and marks all
 * other labels as unknown to the new phone. Repeating the call has no effect. @param now the time of the deletion.
 * @throws FenceLost
 */
export async function dropPhoneLabels({ table }: { table: Table }, own: Owner, now: Date): Promise<void> {
  const { instance_id: instance } = own;
  for (;;) {
    const { state, labels } = await readLabelList(table, instance);
    const label = labels.find(({ phone_id, from_phone }) => phone_id !== undefined || from_phone !== undefined);
    if (!label) return;
    const writes =
      label.from_phone && isLive(label)
        ? deletionWrites(instance, state, label, { now, synced: true })
        : [unknownToPhone(own, label)];
    // The transaction is refused if a label, or the list of labels, has been changed in the meantime.
    await isCommitted(transactFenced(table, instance, own.fence, writes));
  }
}

/**
 * Builds the write that marks a label as unknown to the phone. Deleted labels are marked too, because another phone may
 * use the same ID for a different label.
 */
const unknownToPhone = ({ instance_id }: Owner, { id, changed_ms }: LabelRecord): Write => ({
  update: keys.label(instance_id, id),
  set: { synced: false },
  remove: ["phone_id", "from_phone", "refused_ms", "given_up"],
  if: [{ field: "changed_ms", op: "=", value: changed_ms }],
});
