import { MINUTE_MS } from "../../contracts/durations.ts";
import type { ExportFailure } from "../../contracts/exports.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { idsOf } from "../../domain/erasing/about-person.ts";
import { exportFileKey } from "../../domain/files/export-file-key.ts";
import type { AccountRecord } from "../../records/accounts/account.ts";
import type { ChorePiece, PieceResult } from "../../records/chore.ts";
import { eventRoute, eventWrites, wakeEndpoint } from "../../records/event.ts";
import { type ExportFileRecord, type ExportRecord, exportRecords, isGoingOn } from "../../records/export.ts";
import { exportEvent } from "../../records/export-events.ts";
import { instanceRecords } from "../../records/instance.ts";
import { personRecords } from "../../records/person.ts";
import { readPersonNames } from "../../records/person-names.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import { dropArchive, failExport } from "../files/drop-export.ts";
import { type ExportDeps, type ExportedPerson, type Exporting, WantedFiles } from "./exporting-data.ts";
import { type FilledPart, fillArchive, type PART_LIMITS, sumOf } from "./fill-archive.ts";
import { ACCOUNT_SECTIONS } from "./list-account-sections.ts";
import { PERSON_SECTIONS } from "./list-person-sections.ts";
import { writeArchive } from "./make-archive.ts";

/** The number of consecutive failures, spread over several hours, after which an export is abandoned. */
const TRIES = 9;
/**
 * How long to wait before checking again whether a move is over. An account's data must not change while it is being
 * moved to another gateway.
 */
const MOVING_MS = 15 * MINUTE_MS;
/**
 * The maximum size of an archive file. Real files are far smaller; the limit only stops a file that grows without
 * bound.
 */
const PART_MAX_BYTES = 4 * 1024 * 1024 * 1024;

const OVER: PieceResult = { kind: "over" };

/**
 * Returns the piece that makes an export. Each call makes one of the archive's files, and records it together with the
 * place where the next one begins. A piece that is repeated because its process died makes its file again under another
 * key.
 */
export const exportPiece =
  (deps: ExportDeps, limits?: typeof PART_LIMITS): ChorePiece =>
  async (account, { about = "", tries = 0 }) => {
    const record = await exportRecords.read(deps.table, account.id, about);
    if (record === null || account.delete_begun === true) return OVER;
    if (!isGoingOn(record)) {
      // An erasure ended the export during a piece, which may have left a file behind.
      if (record.status === "failed") await dropArchive(deps, record);
      return OVER;
    }
    const now = deps.clock.now();
    if (account.moving !== undefined) return { kind: "rests", until: new Date(now.getTime() + MOVING_MS) };
    if (tries >= TRIES) return giveUp(deps, record, "server_error");
    if (record.parts >= LIMITS.exportFilesMax) return giveUp(deps, record, "too_large");
    if (record.status === "waiting") await begin(deps, record);
    return (await makePart(deps, account, record, now, limits)) ? { kind: "more", place: "parts" } : OVER;
  };

async function giveUp(deps: ExportDeps, record: ExportRecord, reason: ExportFailure): Promise<PieceResult> {
  await failExport(deps, record, reason);
  await dropArchive(deps, record);
  return OVER;
}

const begin = ({ table }: ExportDeps, { account_id, id }: ExportRecord) =>
  isCommitted(
    table.write({
      update: keys.dataExport(account_id, id),
      set: { status: "running" },
      if: [{ field: "status", op: "=", value: "waiting" }],
    }),
  );

/** Makes the archive's next file. @returns whether there is more to do. */
async function makePart(
  deps: ExportDeps,
  account: AccountRecord,
  record: ExportRecord,
  now: Date,
  limits: typeof PART_LIMITS | undefined,
): Promise<boolean> {
  const person = await readPerson(deps, record);
  const work: Exporting = { deps, account, person, files: new WantedFiles(account.id), now };
  const sections = record.person === null ? ACCOUNT_SECTIONS : PERSON_SECTIONS;
  const key = exportFileKey(account.id, record.id, deps.ids.next("file", now));
  const name = `export-${record.created_at.slice(0, 10)}-${record.parts + 1}.zip`;
  const about = { mimetype: "application/zip", filename: name, maxBytes: PART_MAX_BYTES };
  const filled: { part?: FilledPart } = {};
  const stored = await writeArchive(
    async (archive) => {
      filled.part = await fillArchive(work, archive, sections, record, limits);
    },
    (bytes) => deps.media.put(key, bytes, about),
    now,
  );
  if (filled.part === undefined) throw new Error("An archive was stored before it was filled.");
  const isNoted = await note(deps, record, filled.part, { key, name, ...stored, ttl: record.ttl });
  // The file wasn't recorded: a person's data was erased, the account was deleted, or another process assumed that this
  // one had died.
  if (!isNoted) await deps.media.remove(key);
  return !isNoted || filled.part.next !== null; // if it is not noted, the next piece finds out why
}

/**
 * Records a file of the archive and where the next one begins. The last file completes the export, and its transaction
 * includes the event that announces the completion. The write is refused if the export has changed since it was read.
 */
async function note(
  deps: ExportDeps,
  record: ExportRecord,
  part: FilledPart,
  file: ExportFileRecord,
): Promise<boolean> {
  const { account_id, id, parts } = record;
  const route = part.next === null ? await eventRoute(deps, account_id, null) : null;
  const now = deps.clock.now();
  const set = {
    parts: parts + 1,
    size_bytes: record.size_bytes + file.size_bytes,
    counts: sumOf(record.counts, part.counts),
    files: record.files + part.files,
    ...(part.next === null
      ? { status: "done" as const, done_at: now.toISOString() }
      : { status: "running" as const, place: JSON.stringify(part.next) }),
  };
  const event = exportEvent("export.completed", { ...record, ...set });
  const isNoted = await isCommitted(
    deps.table.transact([
      {
        update: keys.dataExport(account_id, id),
        set,
        if: [
          { field: "status", op: "=", value: "running" },
          { field: "parts", op: "=", value: parts },
        ],
      },
      { put: { ...keys.exportFile(account_id, id, parts + 1), ...file } },
      ...(route === null ? [] : eventWrites(deps, route, event, now)),
    ]),
  );
  if (isNoted && route !== null) await wakeEndpoint(deps, route);
  return isNoted;
}

/** Finds all of the person's keys. Returns null if a whole account is exported or if the instance was deleted. */
async function readPerson({ table }: ExportDeps, record: ExportRecord): Promise<ExportedPerson | null> {
  const { instance_id, person: key, account_id } = record;
  if (instance_id === null || key === null) return null;
  const instance = await instanceRecords.read(table, instance_id);
  if (instance === null || instance.account_id !== account_id || instance.removed_at !== null) return null;
  const known = await personRecords.read(table, instance_id, key);
  const moved = known?.merged_into === undefined ? [] : [known.merged_into];
  const names = await readPersonNames(table, instance_id, key, known, moved);
  return { instance, key, names, ids: idsOf(names) };
}
