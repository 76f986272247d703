import type { ContactImportFailure } from "../../contracts/contact-imports.ts";
import { MINUTE_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { NamedPhone } from "../../domain/chats/judge-contacts.ts";
import type { Clock } from "../../ports.ts";
import type { ChorePiece, PieceResult } from "../../records/chore.ts";
import {
  type ContactImportRecord,
  contactImportPartRecords,
  contactImportRecords,
  isImportGoingOn,
} from "../../records/contact-import.ts";
import { type InstanceRecord, instanceRecords } from "../../records/instance.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import { type SomeWrites, type Table, TransactionRefused } from "../../store/table.ts";
import { savesOfDay } from "./count-saves.ts";
import { outcomesOf, savePeople } from "./import-contacts.ts";
import { dropParts } from "./request-import.ts";

type Deps = { table: Table; clock: Clock };

/** The number of consecutive failures, spread over several hours, after which an import is abandoned. */
const TRIES = 9;
/**
 * The number of people to write in parallel. All of an instance's people share a table partition with its chats, and an
 * import must not hold up the chats.
 */
const WRITTEN_AT_ONCE = 4;
/**
 * How long to wait before checking again whether a move is over. An account's data must not change while it is being
 * moved to another gateway.
 */
const MOVING_MS = 15 * MINUTE_MS;

const OVER: PieceResult = { kind: "over" };
const MORE: PieceResult = { kind: "more", place: "parts" };

/**
 * Returns the piece that carries out an import of contacts. The first piece counts what all people would change against
 * the day's limit, so nothing is saved if an import exceeds it. Each later piece saves the people in one part and then
 * records this in one transaction. A piece that is repeated because its process died saves the same names again, which
 * changes nothing. docs/decisions/0244.
 */
export const importPiece =
  (deps: Deps): ChorePiece =>
  async (account, { about = "", tries = 0 }) => {
    const record = await contactImportRecords.read(deps.table, account.id, about);
    if (record === null || account.delete_begun === true) return OVER;
    if (!isImportGoingOn(record)) {
      await dropParts(deps.table, record);
      return OVER;
    }
    if (account.moving !== undefined) return { kind: "rests", until: new Date(deps.clock.now().getTime() + MOVING_MS) };
    const instance = await instanceRecords.read(deps.table, record.instance_id);
    const isGone = instance === null || instance.removed_at !== null;
    if (isGone || tries >= TRIES) return giveUp(deps, record, "server_error");
    return record.status === "waiting" ? begin(deps, instance, record) : savePart(deps, instance, record);
  };

async function giveUp(
  { table }: Pick<Deps, "table">,
  record: ContactImportRecord,
  reason: ContactImportFailure,
): Promise<PieceResult> {
  await failImport(table, record, reason);
  await dropParts(table, record);
  return OVER;
}

/** Records that an import failed, unless it has already ended. Its chore then ends. */
export async function failImport(
  table: Table,
  { account_id, id }: Pick<ContactImportRecord, "account_id" | "id">,
  reason: ContactImportFailure,
): Promise<void> {
  const isGoingOn = ["waiting", "running"].map((status) => [{ field: "status", op: "=" as const, value: status }]);
  const failed = { update: keys.contactImport(account_id, id), set: { status: "failed", reason } };
  await isCommitted(table.write({ ...failed, if: [{ anyOf: isGoingOn }] }));
}

/** Counts the names that the import will change against the day's limit. The import then begins or fails as a whole. */
async function begin(deps: Deps, instance: InstanceRecord, record: ContactImportRecord): Promise<PieceResult> {
  const same: number[] = [];
  let changed = 0;
  for (let number = 0; number < record.parts; number++) {
    const people = await readPart(deps.table, record, number);
    if (people === null) return giveUp(deps, record, "server_error");
    const outcomes = await outcomesOf(deps.table, instance, people);
    same.push(outcomes.filter((outcome) => outcome === "unchanged").length);
    changed += outcomes.filter((outcome) => outcome === "saved").length;
  }
  const writes: SomeWrites = [
    {
      update: keys.contactImport(record.account_id, record.id),
      set: { status: "running", same },
      if: [{ field: "status", op: "=", value: "waiting" }],
    },
  ];
  const most = LIMITS.contactImportsPerDay;
  if (changed > 0)
    writes.push((await savesOfDay(deps, instance, { field: "imported", count: changed, most, rule: "" })).write);
  try {
    await deps.table.transact(writes);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    if (error.failed[1] !== undefined) return giveUp(deps, record, "limit_reached");
  }
  return MORE; // if it has changed since it was read, the next piece finds out how
}

/** Saves the next part's people. */
async function savePart(deps: Deps, instance: InstanceRecord, record: ContactImportRecord): Promise<PieceResult> {
  const { account_id, id, place, parts } = record;
  const people = await readPart(deps.table, record, place);
  if (people === null) return giveUp(deps, record, "server_error");
  const { kept, unchanged: now } = await savePeople(deps.table, instance, people, WRITTEN_AT_ONCE);
  // If people had a different name when the import began but already have the imported one now, they got it from a
  // piece whose process died.
  const unchanged = Math.min(now, record.same[place] ?? 0);
  const isLast = place + 1 === parts;
  const isSaved = await isCommitted(
    deps.table.transact([
      {
        update: keys.contactImport(account_id, id),
        set: {
          place: place + 1,
          done: record.done + people.length,
          saved: record.saved + people.length - kept - unchanged,
          unchanged: record.unchanged + unchanged,
          kept: record.kept + kept,
          ...(isLast && { status: "done", done_at: deps.clock.now().toISOString() }),
        },
        if: [
          { field: "status", op: "=", value: "running" },
          { field: "place", op: "=", value: place },
        ],
      },
      { delete: keys.contactImportPart(account_id, id, place) },
    ]),
  );
  // The chore ends with its last part, so that the next import can begin as soon as this one is done.
  return isSaved && isLast ? OVER : MORE;
}

async function readPart(
  table: Table,
  { account_id, id }: ContactImportRecord,
  number: number,
): Promise<NamedPhone[] | null> {
  const part = await contactImportPartRecords.read(table, account_id, id, number);
  return part === null ? null : part.people.map(([phone, name]) => ({ phone, name }));
}
