import { setTimeout as pause } from "node:timers/promises";
import type { DataExport } from "../../core/contracts/exports.ts";
import { eventually } from "../../test/support/eventually.ts";
import { linesOf, readArchive, sha256Of } from "../../test/support/read-archive.ts";
import type { Account } from "./accounts.ts";
import { patiently } from "./patiently.ts";
import type { Town } from "./town.ts";

/** How often to check an export's progress. */
const LOOK_MS = 2_000;
/** An export starts in the gateway's next minute, and each of its pieces might have to be repeated. */
const MINUTE_SEC = 61;
const MADE_MS = 300_000;
/**
 * How many exports an account starts while things go wrong. Its plan allows a few more a day, which leaves room for the
 * final export.
 */
const MOST = 15;

/**
 * Keeps exporting the data of all accounts, one export after another for each account. Resolves once `signal` aborts.
 */
export async function keepExporting(town: Town, signal: AbortSignal): Promise<void> {
  const rest = () => pause(LOOK_MS, undefined, { signal }).catch(() => {});
  const keepOne = async (account: Account) => {
    for (let n = 0; n < MOST && !signal.aborted; n++) {
      const started = await startExport(account, `export ${n}`, () => !signal.aborted);
      if (started === null) return;
      while (!signal.aborted && !isOver(await readExport(account, started))) await rest();
    }
  };
  await Promise.all(town.accounts.map(keepOne));
}

/**
 * Checks that every export has finished, and that a final export contains each message exactly once.
 * @returns a sentence for each fault.
 */
export async function exportFaults(town: Town): Promise<string[]> {
  const faults: string[] = [];
  for (const account of town.accounts) {
    await allOver(town, account);
    const last = await startExport(account, "the last export", () => true);
    await allOver(town, account);
    for (const { id, status, reason } of await listExports(account))
      if (status !== "done") faults.push(`the export ${id} ended as ${status} (${reason})`);
    const files = await downloaded(await readExport(account, last ?? ""), faults);
    const exported = linesOf(files, "messages").map(({ id }) => String(id));
    const listed = (await town.listedBy(account)).map(({ id }) => String(id));
    if (exported.toSorted().join() !== listed.toSorted().join())
      faults.push(`an export has ${exported.length} messages, and the API lists ${listed.length}`);
  }
  return faults;
}

const isOver = ({ status }: DataExport) => status === "done" || status === "failed";

/**
 * Starts an export, no matter how often the request fails. @returns its id, or null if `goesOn` returned false in the
 * meantime.
 */
async function startExport({ api }: Account, key: string, goesOn: () => boolean): Promise<string | null> {
  while (goesOn()) {
    const answer = await api<{ data: DataExport }>("POST", "/v1/export", {}, { "idempotency-key": key }).catch(
      () => null,
    );
    if (answer?.status === 202 || answer?.status === 200) return answer.body.data.id;
    await pause(LOOK_MS);
  }
  return null;
}

async function readExport({ api }: Account, id: string): Promise<DataExport> {
  return (await patiently(() => api<{ data: DataExport }>("GET", `/v1/exports/${id}`))).data;
}

async function listExports({ api }: Account): Promise<DataExport[]> {
  return (await patiently(() => api<{ data: DataExport[] }>("GET", "/v1/exports"))).data;
}

/** Waits until none of an account's exports is in progress, advancing the gateway's clock as it does so. */
async function allOver({ gateway }: Town, account: Account): Promise<void> {
  await eventually(
    "the end of the exports",
    async () => {
      await pause(LOOK_MS);
      if ((await listExports(account)).every(isOver)) return true;
      await gateway.sandbox("POST", "/clock", { advance_seconds: MINUTE_SEC });
      return false;
    },
    MADE_MS,
  );
}

/** Downloads and unpacks an export's files and checks their sizes and checksums. */
async function downloaded({ files }: DataExport, faults: string[]): Promise<Map<string, Buffer>> {
  const unpacked = new Map<string, Buffer>();
  for (const { name, url, size_bytes, sha256 } of files ?? []) {
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    if (bytes.length !== size_bytes || sha256Of(bytes) !== sha256) faults.push(`${name} is not as it was described`);
    for (const [path, one] of await readArchive(bytes)) unpacked.set(path, one);
  }
  return unpacked;
}
