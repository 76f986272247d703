import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { dataKeyWraps } from "../../core/aws/data-key-wraps.ts";
import { wholeBucket } from "../../core/aws/whole-bucket.ts";
import { wholeTable } from "../../core/aws/whole-table.ts";
import { findRunningTask } from "../../core/operations/instances/find-running-task.ts";
import { MovesElsewhere, undoMove } from "../../core/operations/moving/move-away.ts";
import { NoPlace, prepareMovePlace } from "../../core/operations/moving/take-move.ts";
import { shardCountRecords } from "../../core/records/shard-count.ts";
import { gatewayVersion } from "../../local/data/about.ts";
import { IDENTITY_NAME, LOCAL_ADMIN } from "../../local/identity/identity-names.ts";
import { AdminError } from "./admin-error.ts";
import type { Admin } from "./connect.ts";
import { moveIn } from "./moving/move-in.ts";
import { moveOut } from "./moving/move-out.ts";
import { checkArchive } from "./moving/read-archive.ts";
import { ARCHIVE_FORMAT, BrokenArchive, KEY_WORK } from "./moving/sealed-file.ts";
import { type AdminCommand, needed, type Options } from "./options.ts";

/** The minimum length of an archive's key, because anyone with a copy of the archive can try out any number of keys. */
const KEY_MIN_BYTES = 16;

/** The user of a machine without a team, who is nobody in particular. */
const OWN_USER = { iss: IDENTITY_NAME, sub: LOCAL_ADMIN.sub };

/** Operator commands that move all data from one deployment to another. See docs/moving.md. */
export const MOVE_COMMANDS = {
  "import prepare": {
    about:
      "Prepares this empty gateway as the destination of a move, and prints its place for export. It can import one archive, once.",
    usage: "",
    takes: [],
    run: (admin) => told(async () => ({ place: await prepareMovePlace(admin, admin.local && OWN_USER) })),
  },
  export: {
    about: `Moves everything here to another gateway. Writes accounts, numbers with their sessions, messages, files, webhooks and secrets into one
archive, sealed with the bytes of --key-file (at least ${KEY_MIN_BYTES}). After its last step, nothing here runs again. If the export is
interrupted, repeat it. The gateway must be stopped; on AWS, set sessionTasks to 0.`,
    usage: "--to PLACE --file FILE --key-file FILE [--instead-of PLACE]",
    takes: ["to", "file", "key-file", "instead-of"],
    run: (admin, options) => told(() => exportAll(admin, options)),
  },
  "export undo": {
    about: "Cancels an export that was interrupted before its last step, and reopens everything here.",
    usage: "",
    takes: [],
    run: (admin) => told(async () => ({ reopened: await undoMove(admin.table, await shardsOf(admin)) })),
  },
  import: {
    about:
      "Imports the archive of a move and opens everything in it here. If the import is interrupted, repeat it. Nothing from the archive runs until the import is complete.",
    usage: "--file FILE --key-file FILE",
    takes: ["file", "key-file"],
    run: (admin, options) => told(() => importAll(admin, options)),
  },
} as const satisfies Record<string, AdminCommand>;

async function exportAll(admin: Admin, options: Options) {
  const to = needed("--to", options.to);
  const path = resolve(needed("--file", options.file));
  const key = keyIn(options);
  if (existsSync(path)) throw new AdminError(`${path} already exists. Use a new file.`);
  if (admin.local?.isRunning) throw new AdminError("The gateway is running. Stop it, and repeat the command.");
  const task = await findRunningTask(admin);
  if (task !== null)
    throw new AdminError(
      `The session task ${task} is running. Set sessionTasks to 0, deploy, and repeat this command.`,
    );
  const about = {
    gateway_move: ARCHIVE_FORMAT,
    gateway_version: gatewayVersion(),
    network: admin.local?.network ?? null,
    own_account: admin.ownAccount,
    key_work: KEY_WORK,
  } as const;
  const asked = { path, key, to, insteadOf: options["instead-of"] ?? null, about };
  const counts = await withWhole(admin, (whole) => moveOut(admin, { ...whole, say: admin.say }, asked));
  return { file: path, to, ...counts };
}

async function importAll(admin: Admin, options: Options) {
  const path = resolve(needed("--file", options.file));
  const key = keyIn(options);
  if (admin.local?.isRunning) throw new AdminError("The gateway is running. Stop it, and repeat the command.");
  const shards = await shardsOf(admin);
  const head = await checkArchive(path, key);
  const { local, ownAccount } = admin;
  if (local && head.network !== null && local.network !== null && local.network !== head.network) {
    throw new AdminError(`The numbers belong to NETWORK=${head.network.split(" ")[0]}. Import them with that setting.`);
  }
  const machine = local && ownAccount !== null ? { ownAccount, ownUser: OWN_USER, adopt: local.adopt } : null;
  const accounts = await withWhole(admin, (whole) =>
    moveIn(admin.table, { ...whole, say: admin.say }, { path, key, head, shards }, machine),
  );
  return { move: head.move, accounts };
}

async function withWhole<T>(admin: Admin, use: (whole: Whole) => Promise<T>): Promise<T> {
  if (admin.mediaBucket === "")
    throw new AdminError("MEDIA_BUCKET is missing. Set it to the stage's bucket for files.");
  const whole = {
    table: wholeTable(admin.tableName),
    bucket: wholeBucket(admin.mediaBucket),
    dataKeys: dataKeyWraps(admin.kmsKeyId),
  };
  try {
    return await use(whole);
  } finally {
    for (const part of Object.values(whole)) part.close();
  }
}

type Whole = {
  table: ReturnType<typeof wholeTable>;
  bucket: ReturnType<typeof wholeBucket>;
  dataKeys: ReturnType<typeof dataKeyWraps>;
};

async function shardsOf({ table }: Admin): Promise<number> {
  const stored = await shardCountRecords.read(table);
  if (stored && stored.changing_to === undefined) return stored.count;
  throw new AdminError(
    "The number of shards isn't known yet. Start the gateway once (on AWS, one session task), and repeat this command.",
  );
}

function keyIn(options: Options): Uint8Array {
  const path = needed("--key-file", options["key-file"]);
  if (!existsSync(path))
    throw new AdminError(`There is no file ${path}. Create one: openssl rand -base64 32 > ${path}`);
  const key = Buffer.from(readFileSync(path, "utf8").trim());
  if (key.length >= KEY_MIN_BYTES) return key;
  throw new AdminError(`The key in ${path} is too short. Create a new one: openssl rand -base64 32 > ${path}`);
}

/** Runs an operation and turns any error that the operator can fix into a single sentence. */
async function told<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof BrokenArchive || error instanceof NoPlace || error instanceof MovesElsewhere) {
      throw new AdminError(error.message);
    }
    throw error;
  }
}
