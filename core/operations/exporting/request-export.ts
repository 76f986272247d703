import { DAY_MS } from "../../contracts/durations.ts";
import { type AccountId, type ExportId, ID_PREFIXES } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { retentionDaysOf } from "../../domain/accounts/retention.ts";
import { maskedPerson } from "../../domain/erasing/about-person.ts";
import { ApiError, endUnavailable } from "../../errors.ts";
import type { Clock, Ids } from "../../ports.ts";
import { accountRecords } from "../../records/accounts/account.ts";
import { type Actor, activityWrite } from "../../records/accounts/activity.ts";
import { type ChoreRecord, choreRecords } from "../../records/chore.ts";
import { type ExportRecord, exportRecords, isExportKept } from "../../records/export.ts";
import { hashKey, keptUntil } from "../../records/idempotency.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { SomeWrites, Table, Write } from "../../store/table.ts";
import { readContact } from "../contacts/read-contact.ts";

type Deps = { table: Table; clock: Clock; ids: Ids };

/** A request for an export: whose data to export and who requested it. */
export interface ExportRequest {
  account_id: AccountId;
  /** A person, identified as in the request, and the instance they belong to. Null exports the whole account. */
  person: { instance: InstanceRecord; contact: string } | null;
  idempotency_key: string | null;
  /** The number of exports that the plan allows per day. */
  perDay: number;
  actor: Actor;
}

const COUNT_KEPT_MS = 2 * DAY_MS;

/**
 * Requests an export, which the session service makes as a chore. An account can only have one export in progress. A
 * repeated request with the same Idempotency-Key returns the first request's export.
 * @throws ApiError `not_found` if the person is not a contact; `conflict` while another export is in progress;
 * `limit_reached`.
 */
export async function requestExport(
  deps: Deps,
  request: ExportRequest,
): Promise<{ made: ExportRecord; replayed: boolean }> {
  const { table, clock } = deps;
  const { account_id, person, idempotency_key: key, perDay } = request;
  const earlier = await findExportReplay(deps, account_id, key);
  if (earlier) return { made: earlier, replayed: true };
  const account = await accountRecords.read(table, account_id);
  const found = person && (await readContact(table, person.instance.id, person.contact));
  const now = clock.now();
  const days = Math.min(LIMITS.exportKeptDays, retentionDaysOf(account ?? {}));
  const expires = new Date(now.getTime() + days * DAY_MS);
  const made: ExportRecord = {
    id: deps.ids.next(ID_PREFIXES.export, now),
    account_id,
    status: "waiting",
    reason: null,
    instance_id: person?.instance.id ?? null,
    person: found?.person ?? null,
    contact: person?.contact ?? null,
    parts: 0,
    size_bytes: 0,
    counts: {},
    files: 0,
    created_at: now.toISOString(),
    done_at: null,
    expires_at: expires.toISOString(),
    // The record outlives the archive, because an archive that must be deleted before the bucket's own rule applies is
    // found through it.
    ttl: epochSec(new Date(expires.getTime() + LIMITS.exportKeptDays * DAY_MS)),
  };
  if (await isCommitted(table.transact(writesOf(deps, request, made, now)))) return { made, replayed: false };
  const first = await findExportReplay(deps, account_id, key);
  if (first) return { made: first, replayed: true };
  return refuse(table, account_id, perDay, now);
}

function writesOf(deps: Deps, { account_id, perDay, actor, ...request }: ExportRequest, made: ExportRecord, now: Date) {
  const chore: ChoreRecord = {
    kind: "export",
    account_id,
    about: made.id,
    due: now.toISOString(),
    asked_at: now.toISOString(),
  };
  const activity = {
    account_id,
    owner: made.instance_id ?? "account",
    action: "export.created" as const,
    actor,
    subject: made.person === null ? made.id : maskedPerson(made.person),
    changed: [],
  };
  const writes: SomeWrites = [
    { put: { ...keys.dataExport(account_id, made.id), ...made }, if: [{ item: "absent" }] },
    { put: { ...keys.chore("export", account_id), ...chore }, if: [{ item: "absent" }] },
    {
      update: keys.exportsOfDay(account_id, dayOf(now)),
      set: { ttl: epochSec(new Date(now.getTime() + COUNT_KEPT_MS)) },
      add: { made: 1 },
      if: [{ anyOf: [[{ item: "absent" }], [{ field: "made", op: "<", value: perDay }]] }],
    },
    activityWrite(deps.ids, activity, now),
  ];
  if (request.idempotency_key !== null) writes.push(keyWrite(made, request.idempotency_key, now));
  return writes;
}

/** An Idempotency-Key and the export that the first request with it created. */
interface ExportKeyRecord {
  export_id: ExportId;
  /** When the key expires, in epoch seconds. */
  ttl: number;
}

const keyRecords = recordsAt<ExportKeyRecord, Parameters<typeof keys.exportIdempotency>>(keys.exportIdempotency);

function keyWrite({ account_id, id }: ExportRecord, key: string, now: Date): Write {
  const record: ExportKeyRecord = { export_id: id, ttl: epochSec(keptUntil(now)) };
  return {
    put: { ...keys.exportIdempotency(account_id, hashKey(key)), ...record },
    if: [{ anyOf: [[{ item: "absent" }], [{ field: "ttl", op: "<=", value: epochSec(now) }]] }],
  };
}

const GONE =
  "This Idempotency-Key has already created an export, which has since been deleted. No new export was created.";

/**
 * Returns the export that an earlier request with the same Idempotency-Key created, in its current state. Returns null
 * if there was no such request.
 * @throws ApiError `not_found` if the export has expired.
 */
export async function findExportReplay(
  { table, clock }: Pick<Deps, "table" | "clock">,
  account: AccountId,
  key: string | null,
): Promise<ExportRecord | null> {
  const kept = key === null ? null : await keyRecords.read(table, account, hashKey(key));
  const now = clock.now();
  if (!kept || kept.ttl <= epochSec(now)) return null;
  const made = await exportRecords.read(table, account, kept.export_id);
  if (!made || !isExportKept(made, now)) throw new ApiError("not_found", { message: GONE });
  return made;
}

/** Throws the error that explains why the export couldn't be created. */
async function refuse(table: Table, account: AccountId, perDay: number, now: Date): Promise<never> {
  const running = await choreRecords.read(table, "export", account);
  if (running) {
    const message = `The export ${running.about ?? ""} is still running, and an account can run only one at a time. See GET /v1/exports/${running.about ?? ""}.`;
    throw new ApiError("conflict", { message });
  }
  const tomorrow = Date.parse(`${dayOf(now)}T00:00:00Z`) + DAY_MS;
  const counted = await table.get(keys.exportsOfDay(account, dayOf(now)));
  if (Number(counted?.made ?? 0) < perDay) return endUnavailable(); // what refused it has ended since
  const message = `The plan allows ${perDay} exports a day (UTC). Wait the number of seconds given in Retry-After.`;
  throw new ApiError("limit_reached", { message, retryAfterSec: (tomorrow - now.getTime()) / 1000 });
}

const dayOf = (now: Date) => now.toISOString().slice(0, 10);
const epochSec = (at: Date) => Math.floor(at.getTime() / 1000);
