import type { ContactImport } from "../../contracts/contact-imports.ts";
import { DAY_MS } from "../../contracts/durations.ts";
import { type AccountId, type ContactImportId, ID_PREFIXES, type InstanceId, idPattern } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { NamedPhone } from "../../domain/chats/judge-contacts.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ApiError, endUnavailable } from "../../errors.ts";
import type { Clock, Ids } from "../../ports.ts";
import { type Actor, activityWrite } from "../../records/accounts/activity.ts";
import { type ChoreRecord, choreRecords } from "../../records/chore.ts";
import {
  type ContactImportPartRecord,
  type ContactImportRecord,
  contactImportRecords,
} from "../../records/contact-import.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/** The number of people per part. Reading a part and saving its people takes a second or two. */
export const PART_PEOPLE = 500;
/** How long to keep people who are waiting to be saved. An import takes minutes, or hours if something fails. */
const PARTS_KEPT_MS = 2 * DAY_MS;

/** The people to import, already checked, and who made the request. */
export interface ImportRequest {
  instance: InstanceRecord;
  people: readonly NamedPhone[];
  /** The number of rows that were left out. */
  left_out: number;
  actor: Actor;
}

/**
 * Accepts an import of contacts, which the session service carries out as a chore; an account can only have one in
 * progress. The people are stored first and can't be found until the import itself is stored, so a process that dies in
 * between leaves only records that expire. docs/decisions/0244.
 * @throws ApiError `conflict` while another import is in progress.
 */
export async function requestImport(
  deps: { table: Table; clock: Clock; ids: Ids },
  { instance, people, left_out, actor }: ImportRequest,
): Promise<ContactImportRecord> {
  const { table } = deps;
  const { account_id } = instance;
  await refuseSecond(table, account_id);
  const now = deps.clock.now();
  const expires = new Date(now.getTime() + LIMITS.contactImportKeptDays * DAY_MS);
  const made: ContactImportRecord = {
    id: deps.ids.next(ID_PREFIXES.contactImport, now),
    account_id,
    instance_id: instance.id,
    status: "waiting",
    reason: null,
    parts: Math.ceil(people.length / PART_PEOPLE),
    place: 0,
    same: [],
    total: people.length,
    ...{ done: 0, saved: 0, unchanged: 0, kept: 0, left_out },
    created_at: now.toISOString(),
    done_at: null,
    expires_at: expires.toISOString(),
    ttl: epochSec(expires),
  };
  await putParts(table, made, people, epochSec(new Date(now.getTime() + PARTS_KEPT_MS)));
  const chore: ChoreRecord = {
    kind: "import",
    account_id,
    about: made.id,
    due: now.toISOString(),
    asked_at: now.toISOString(),
  };
  const activity = {
    account_id,
    owner: instance.id,
    action: "contact.imported" as const,
    actor,
    subject: made.id,
    changed: ["contacts"],
  };
  const isBegun = await isCommitted(
    table.transact([
      { put: { ...keys.contactImport(account_id, made.id), ...made }, if: [{ item: "absent" }] },
      { put: { ...keys.chore("import", account_id), ...chore }, if: [{ item: "absent" }] },
      activityWrite(deps.ids, activity, now),
    ]),
  );
  if (isBegun) return made;
  await dropParts(table, made);
  await refuseSecond(table, account_id);
  return endUnavailable(); // what refused it has ended since
}

async function putParts(
  table: Table,
  { account_id, id, instance_id, parts }: ContactImportRecord,
  people: readonly NamedPhone[],
  ttl: number,
): Promise<void> {
  const numbers = Array.from({ length: parts }, (_, number) => number);
  await Promise.all(
    numbers.map((number) => {
      const some = people.slice(number * PART_PEOPLE, (number + 1) * PART_PEOPLE);
      const part: ContactImportPartRecord = {
        instance_id,
        people: some.map(({ phone, name }) => [phone, name]),
        ttl,
      };
      return table.write({ put: { ...keys.contactImportPart(account_id, id, number), ...part } });
    }),
  );
}

/** Removes an import's people who haven't been saved. Repeating the call does no harm. */
export async function dropParts(
  table: Table,
  { account_id, id, parts }: Pick<ContactImportRecord, "account_id" | "id" | "parts">,
): Promise<void> {
  const numbers = Array.from({ length: parts }, (_, number) => number);
  await Promise.all(numbers.map((number) => table.write({ delete: keys.contactImportPart(account_id, id, number) })));
}

async function refuseSecond(table: Table, account: AccountId): Promise<void> {
  const running = await choreRecords.read(table, "import", account);
  if (running === null) return;
  const message = `The import ${running.about ?? ""} goes on, and an account has one at a time. Read it until its status is done or failed.`;
  throw new ApiError("conflict", { message });
}

const IMPORT_ID = idPattern(ID_PREFIXES.contactImport);
const UNKNOWN = `There is no import with this id on this instance. An import can be read for ${LIMITS.contactImportKeptDays} days.`;

/**
 * Reads an instance's import. @throws ApiError `not_found` if it is unknown, has expired, or belongs to another
 * instance.
 */
export async function readImport(
  table: Table,
  { account_id, id: instance }: { account_id: AccountId; id: InstanceId },
  id: ContactImportId,
  now: Date,
): Promise<ContactImportRecord> {
  const found = IMPORT_ID.test(id) ? await contactImportRecords.read(table, account_id, id) : null;
  const isKept = found !== null && found.instance_id === instance && found.expires_at > now.toISOString();
  if (!isKept) throw new ApiError("not_found", { message: UNKNOWN });
  return found;
}

/** Builds an import in the form customers see. */
export function presentImport(record: ContactImportRecord): ContactImport {
  const { id, instance_id, status, reason, total, done, saved, unchanged, kept, left_out, done_at } = record;
  return {
    ...{ id, instance_id, status, reason, total, done, saved, unchanged, kept, left_out },
    created_at: wireTime(new Date(record.created_at)),
    done_at: done_at && wireTime(new Date(done_at)),
    expires_at: wireTime(new Date(record.expires_at)),
  };
}

const epochSec = (at: Date) => Math.floor(at.getTime() / 1000);
