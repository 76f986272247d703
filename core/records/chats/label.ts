import type { InstanceId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Table } from "../../store/table.ts";

/** A label of an instance's chats. */
export interface LabelRecord {
  id: number;
  name: string;
  /** 0–19. */
  color: number;
  /** How many chats have it: exact, changed in the transaction that writes its rows. */
  count: number;
  /** The phone has the current version. Meaningless while the number's phone has no labels. */
  synced: boolean;
  /** The phone's own id of it; absent: the phone has not got it. */
  phone_id?: string;
  /** It was made on the phone. */
  from_phone?: true;
  /** When its name or colour last changed, epoch ms; grows with each change, so it also distinguishes them. */
  changed_ms: number;
  /** Since when the phone's side refuses the last change, epoch ms. */
  refused_ms?: number;
  /** The last change was refused for a day and is no longer offered. */
  given_up?: boolean;
  /** When it was deleted, epoch ms: what comes late about it changes nothing. */
  deleted_ms?: number;
  /** For a deleted one: when its record expires, epoch seconds. */
  ttl?: number;
}

/** The labels of each instance. */
export const labelRecords = recordsAt<LabelRecord, Parameters<typeof keys.label>>(keys.label);

const PAGE = 200;

/** Reads all labels of an instance in the order of their ids, deleted ones that are still remembered among them. */
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
