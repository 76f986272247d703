import type { InstanceId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Table } from "../../store/table.ts";

/** A label for an instance's chats. */
export interface LabelRecord {
  id: number;
  name: string;
  /** The color, from 0 to 19. */
  color: number;
  /**
   * The number of chats with this label. The count is exact, because it changes in the same transaction as the label's
   * rows.
   */
  count: number;
  /** Whether the phone has the current version. Meaningless while the linked phone doesn't support labels. */
  synced: boolean;
  /** The phone's own id for the label. Absent if the label isn't on the phone. */
  phone_id?: string;
  /** Set if the label was created on the phone. */
  from_phone?: true;
  /**
   * When the label's name or color last changed, in epoch ms. The value increases with each change, so it also
   * identifies the change.
   */
  changed_ms: number;
  /** When the phone started refusing the last change, in epoch ms. */
  refused_ms?: number;
  /** Whether the phone refused the last change for a whole day, after which we stopped sending it. */
  given_up?: boolean;
  /** When the label was deleted, in epoch ms. Later reports about the label have no effect. */
  deleted_ms?: number;
  /** When a deleted label's record expires, in epoch seconds. */
  ttl?: number;
}

/** The stored labels, by instance. */
export const labelRecords = recordsAt<LabelRecord, Parameters<typeof keys.label>>(keys.label);

const PAGE = 200;

/** Reads all of an instance's labels in id order, including deleted ones that are still on record. */
export async function readAllLabels(table: Table, instance: InstanceId): Promise<LabelRecord[]> {
  const { pk } = keys.label(instance, 0);
  const found: LabelRecord[] = [];
  for (let after: string | undefined; ; ) {
    const page = await table.query({ pk, limit: PAGE, ...(after !== undefined && { after }) });
    found.push(...page.items.map(labelRecords.of));
    after = page.items.at(-1)?.sk;
    if (!page.more || after === undefined) return found;
  }
}

/** Whether a label still exists, that is, hasn't been deleted. */
export const isLive = (label: LabelRecord): boolean => label.deleted_ms === undefined;
