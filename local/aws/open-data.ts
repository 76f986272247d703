import { createHash, randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { MovableClock } from "../machine/clock.ts";
import { type Conflicts, noConflicts } from "./dynamo/conflicts.ts";
import { startDynamo } from "./dynamo/dynamo.ts";
import { passThrough } from "./dynamo/pass-through.ts";
import { OtherLayout } from "./dynamo/records.ts";
import { startKms } from "./kms/kms.ts";
import { MasterKeyRefusal } from "./kms/master-key.ts";
import { type MasterKeyPlace, openMasterKey } from "./kms/open-master-key.ts";
import { startS3 } from "./s3/s3.ts";
import type { Credentials } from "./s3/signature.ts";
import { type Kept, openKept } from "./service/kept.ts";

/**
 * Opens the stores in a data folder: the table, the files, the keys, and the state of all other services. If the folder
 * is null, they are all in memory.
 * @throws Error with a plain sentence if the folder is damaged or in use.
 */
export async function openData({
  clock,
  dataDir,
  conflicts = noConflicts,
  dynamodbUrl,
  credentials,
  masterKey,
  warn,
}: DataOptions) {
  let kept: Kept | null = null;
  let dynamo: Dynamo | null = null;
  try {
    if (dataDir !== null) mkdirSync(dataDir, { recursive: true });
    kept = openKept(dataDir && join(dataDir, "services.sqlite"));
    dynamo =
      dynamodbUrl === undefined
        ? startDynamo({ clock, path: dataDir && join(dataDir, "dynamodb"), conflicts, warn })
        : passThrough({ url: dynamodbUrl, database: databaseOf(dataDir) });
    // The master key is opened after the table, because the table's lock reveals whether another process is using the
    // folder.
    const master = dataDir === null ? null : openMasterKey(kept, masterKey);
    const kms = startKms({ clock, kept, master });
    const folder = dataDir && join(dataDir, "s3");
    return { kept, kms, master, dynamo, files: startS3({ clock, kept, folder, credentials, warn }) };
  } catch (error) {
    await dynamo?.stop();
    kept?.close();
    if (dataDir === null || error instanceof MasterKeyRefusal) throw error;
    throw new Error(whyNot(dataDir, error), { cause: error });
  }
}

interface DataOptions {
  clock: MovableClock;
  dataDir: string | null;
  conflicts?: Conflicts;
  dynamodbUrl?: string | undefined;
  credentials: Credentials;
  masterKey?: MasterKeyPlace | undefined;
  warn: (message: string) => void;
}

type Dynamo = ReturnType<typeof startDynamo>;

/**
 * Returns the name of the folder's database. It is the same every time, so the table is found again after a restart.
 */
const databaseOf = (dataDir: string | null) =>
  `d${createHash("sha256")
    .update(dataDir ?? randomUUID())
    .digest("hex")
    .slice(0, 18)}`;

/** SQLite's error code for a file that is in use by another process (SQLITE_BUSY). */
const BUSY = 5;

const isInUse = (error: unknown) => error instanceof Error && "errcode" in error && error.errcode === BUSY;

/** Returns the error message for a data folder that can't be opened. */
function whyNot(dataDir: string, error: unknown): string {
  if (isInUse(error)) {
    return `The data folder ${dataDir} is in use by another running gateway. Stop that gateway, or choose a different DATA_DIR.`;
  }
  if (error instanceof OtherLayout) {
    return `The data folder ${dataDir} was written by a different version of the gateway, whose table this version can't read. Choose a different DATA_DIR, or remove the folder.`;
  }
  return `The data folder ${dataDir} can't be read. Choose a different DATA_DIR, or remove the folder.`;
}
