import type { InstanceId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Table } from "../../store/table.ts";

/** A label for an instance's chats. */
export interface LabelRecord {
  id: number;
  name: string;
  /** 0–19. */
  color: number;
  /** How many chats have it. The count is exact, because it changes in the transaction that writes the label's rows. */
  count: number;
  /** Whether the phone has the current version; meaningless while the linked phone has no labels feature. */
  synced: boolean;
  /** The phone's own id for it; absent if it is not on the phone. */
  phone_id?: string;
  /** Set if it was created on the phone. */
  from_phone?: true;
  /**
   * When its name or colour last changed, epoch ms. It is later with each change, so that it identifies the change,
   * too.
   */
  changed_ms: number;
  /** Since when the phone's side has refused the last change, epoch ms. */
  refused_ms?: number;
  /** Whether the last change was refused for a day and is no longer offered. */
  given_up?: boolean;
  /** When it was deleted, epoch ms; later reports about it change nothing. */
  deleted_ms?: number;
  /** When a deleted label's record expires, epoch seconds. */
  ttl?: number;
}

/** The labels of each instance. */
export const labelRecords = recordsAt<LabelRecord, Parameters<typeof keys.label>>(keys.label);

const PAGE = 200;

/** Reads all of an instance's labels in the order of their ids, including deleted ones that are still remembered. */
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

/** Whether a label was not deleted. */
export const isLive = (label: LabelRecord): boolean => label.deleted_ms === undefined;
