import type { AccountId, InstanceId } from "../contracts/ids.ts";
import { keys, lists } from "../store/keys.ts";
import { recordsAt } from "../store/records-at.ts";
import type { SomeWrites, Table, Write } from "../store/table.ts";

/** The kinds of work that can be quarantined. */
export const JOB_KINDS = [
  "message",
  /** A message as stored in the journal. */
  "journal_entry",
  "receipt",
  /** A report that someone viewed statuses. */
  "status_views",
  /** A report that messages were read on the phone. */
  "own_read",
  "call",
  "group_change",
  /** The part of the network's response to one of our requests that concerns a group. */
  "group_fact",
  /** A group in the network's list of all groups. */
  "group_list",
  /** A report that two ids belong to the same person. */
  "pair",
  /** A change made on the phone to a chat, the address book, or a label. */
  "chat_setting",
  "contact_change",
  "label_change",
  /** The last version of the phone's settings that was processed. */
  "settings_version",
  /** A part of a phone's history. */
  "history_part",
  "lock",
  "quota",
  /** The network's answer about the account's standing. */
  "standing",
  /** The removal of everything that the previously linked phone reported. */
  "relink",
  /** Reading all of an instance's journal. */
  "journal",
  /** Deleting leftover parts of large rows. */
  "journal_parts",
  "profile",
  "code",
  /** A message that was being sent or waiting to be sent: its row, its slot, or its record. */
  "send",
  /** An event that was waiting for a webhook. */
  "delivery",
  /** A quarantined job that was about to be retried. */
  "retry",
] as const;
/** A kind of work that can be quarantined. */
export type JobKind = (typeof JOB_KINDS)[number];

/**
 * Work that can never succeed as it is. It is removed from its queue so that the work behind it can continue, and is
 * stored for the operator. docs/decisions/0031.
 */
export interface QuarantineRecord {
  /** An id that is always the same for a given piece of work. */
  id: string;
  account_id: AccountId;
  instance_id: InstanceId;
  kind: JobKind;
  /** `asked` means that the operator has requested a retry. */
  state: "held" | "asked";
  /** The error's class. The fields after it are the error's message and where it was thrown. */
  error_class: string;
  error: string;
  stack: string | null;
  /** The number of attempts before the work was quarantined. */
  tries: number;
  /** How many times the work has been quarantined. */
  times: number;
  /** When the work was quarantined (ISO, UTC). */
  set_aside_at: string;
  /** The packed input. Null if there is none, or if it is too large for this item and stored in `parts` instead. */
  input: Uint8Array | null;
  parts: number;
  input_bytes: number;
  /** Whether the input was too large to store, in which case the work can't be retried. */
  is_cut: boolean;
  /** When the record expires, in epoch seconds. */
  ttl: number;
}

/** The quarantined work. */
export const quarantineRecords = recordsAt<QuarantineRecord, Parameters<typeof keys.quarantine>>(keys.quarantine);

const PAGE = 100;

/**
 * Lists quarantined work, oldest first, for a single instance or for all of them. The list comes from an index that
 * lags slightly behind.
 */
export async function listQuarantine(table: Table, instance: InstanceId | null): Promise<QuarantineRecord[]> {
  const found: QuarantineRecord[] = [];
  for (let after: string | undefined; ; ) {
    const page = await table.query({
      ...(instance === null
        ? { pk: lists.quarantine(), index: "by_instance" as const }
        : { pk: keys.quarantine(instance, "").pk }),
      limit: PAGE,
      ...(after !== undefined && { after }),
    });
    const heads = page.items.filter(({ sk }) => !sk.includes("#"));
    found.push(...(await table.getMany(heads)).map(quarantineRecords.of));
    const last = page.items.at(-1);
    after = instance === null ? (last?.gsi2sk as string | undefined) : last?.sk; // the index's own sort key
    if (!page.more || after === undefined) break;
  }
  return found.toSorted((a, b) => (a.set_aside_at < b.set_aside_at ? -1 : 1));
}

/** Reads quarantined work by id. @returns null if it doesn't exist or no longer exists. */
export async function readQuarantine(table: Table, instance: InstanceId, id: string): Promise<QuarantineRecord | null> {
  return quarantineRecords.read(table, instance, id);
}

/** Finds quarantined work on any instance. */
export async function findQuarantine(table: Table, id: string): Promise<QuarantineRecord | null> {
  const range = { pk: lists.quarantine(), index: "by_instance", from: id, to: id, limit: 1 } as const;
  const [found] = (await table.query(range)).items;
  return found ? quarantineRecords.orNull(await table.get(found)) : null;
}

/** Reads the packed input. Returns null if there is none, or if it wasn't stored completely. */
export async function quarantinedInput(table: Table, record: QuarantineRecord): Promise<Uint8Array | null> {
  if (record.parts === 0) return record.input;
  const places = partsOf(record);
  const found = new Map((await table.getMany(places)).map(({ sk, part }) => [sk, part]));
  const parts = places.map(({ sk }) => found.get(sk));
  return parts.every((part) => part instanceof Uint8Array) ? Buffer.concat(parts) : null;
}

/** Returns the writes that delete a quarantine record and its parts. */
export function quarantineDeletion(record: QuarantineRecord): SomeWrites {
  const head = keys.quarantine(record.instance_id, record.id);
  return [{ delete: head }, ...partsOf(record).map((place): Write => ({ delete: place }))];
}

const partsOf = ({ instance_id, id, parts }: QuarantineRecord) =>
  Array.from({ length: parts }, (_, n) => keys.quarantinePart(instance_id, id, n));
