import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import * as z from "zod";
import { dataVersionOf, gatewayVersion } from "./about.ts";
import type { Manifest } from "./manifest.ts";
import { pack } from "./pack.ts";
import { copyDatabase, TABLE, takeSnapshot } from "./take-snapshot.ts";
import { isAlive, openWorkFolder } from "./work-folders.ts";

/** The fields that a backup needs from the file with a running gateway's addresses. */
const GatewayFile = z.object({ pid: z.int(), aws_env: z.object({ AWS_ENDPOINT_URL: z.url() }) });

/** The maximum duration of a snapshot, during which the gateway answers no other requests. */
const SNAPSHOT_TIMEOUT_MS = 600_000;

/**
 * Writes a backup of a data folder, even while its gateway is running.
 * @param now the time of the backup, for the manifest.
 * @throws a one-sentence error if the folder contains no data or can't be read.
 */
export async function makeBackup(
  dataDir: string,
  file: string,
  now: Date,
  progress: (share: number) => void,
): Promise<Manifest> {
  if (!existsSync(join(dataDir, TABLE))) {
    throw new Error(`The folder ${dataDir} does not contain a gateway's data. Set DATA_DIR to the gateway's folder.`);
  }
  if (!relative(dataDir, resolve(file)).startsWith("..")) {
    throw new Error(
      `${file} is in the data folder. Write the backup to a different folder, preferably on a different disk.`,
    );
  }
  const work = openWorkFolder(dataDir);
  try {
    await snapshot(dataDir, work);
    const about = {
      data_version: dataVersionOf(work.path),
      gateway_version: gatewayVersion(),
      network: networkOf(work.path),
      made_at: now.toISOString(),
    };
    return await pack(work.path, resolve(file), about, progress);
  } finally {
    rmSync(work.path, { recursive: true, force: true });
  }
}

/**
 * Takes a snapshot. If a gateway is running, it takes the snapshot itself, because only its process can read its table.
 * Otherwise, this process takes the snapshot.
 */
async function snapshot(dataDir: string, work: { name: string; path: string }): Promise<void> {
  const running = runningGateway(dataDir);
  const answer = running === null ? null : await wishFor(running, work.name);
  if (answer?.status === 204) return;
  if (answer) throw new Error(`The running gateway could not make a snapshot: ${await answer.text()}`);
  try {
    takeSnapshot(dataDir, work.path, (path) =>
      // The exclusive lock ensures that no other process has the table open. A gateway starting at the same time fails
      // to open it.
      copyDatabase(join(dataDir, TABLE), path, "PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT;"),
    );
  } catch (error) {
    if (!isInUse(error)) throw error;
    throw new Error(
      `The data folder ${dataDir} is in use by a gateway that does not respond. Stop that gateway and try again.`,
    );
  }
}

function runningGateway(dataDir: string): string | null {
  const path = join(dataDir, "gateway.json");
  if (!existsSync(path)) return null;
  const parsed = GatewayFile.safeParse(JSON.parse(readFileSync(path, "utf8")));
  return parsed.success && isAlive(parsed.data.pid) ? parsed.data.aws_env.AWS_ENDPOINT_URL : null;
}

/**
 * Requests a snapshot from the gateway. @returns null if no gateway responds, because its process id now belongs to
 * another process.
 */
async function wishFor(url: string, folder: string): Promise<Response | null> {
  const response = await fetch(`${url}/_snapshot`, {
    method: "PUT",
    body: JSON.stringify({ folder }),
    signal: AbortSignal.timeout(SNAPSHOT_TIMEOUT_MS),
  }).catch((error: Error) => {
    if (error.name === "TimeoutError") throw new Error("The running gateway did not finish its snapshot in time.");
    return null;
  });
  return response;
}

function networkOf(folder: string): string | null {
  const path = join(folder, "state.json");
  if (!existsSync(path)) return null;
  const state = JSON.parse(readFileSync(path, "utf8")) as { network?: string | null }; // written by kept-state.ts
  return state.network ?? null;
}

/** Checks for SQLite's error code for a file that is in use by another process (SQLITE_BUSY). */
const isInUse = (error: unknown) => error instanceof Error && "errcode" in error && error.errcode === 5;
