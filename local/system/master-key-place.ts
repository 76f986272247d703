import { existsSync, readdirSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { MasterKeyPlace } from "../aws/kms/open-master-key.ts";
import { SERVICES } from "../data/take-snapshot.ts";
import { EARLIER } from "../data/work-folders.ts";
import type { Settings } from "./settings.ts";

/**
 * Returns where the data folder's master key is: beside the folder, unless the settings name another place. A gateway
 * that serves a team requires one, and so does one whose settings name a place; any other gateway only opens a folder
 * that one of those has sealed.
 * @throws one sentence if it is inside of the folder, where every copy of the data would contain it.
 */
export function masterKeyPlace({ dataDir, serve, master_key_file: named }: Settings): MasterKeyPlace {
  const file = resolve(named ?? `${dataDir}.key`);
  const inside = relative(real(dataDir), real(file));
  if (inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)) {
    throw new Error(
      `MASTER_KEY_FILE must be outside of the data folder ${dataDir}: whoever had a copy of the folder would have the key, too.`,
    );
  }
  return { file, isWanted: serve !== undefined || named !== undefined, copies: copiesIn(dataDir) };
}

/** Returns the files with keys in the copies that were made before the folder was led to a newer version. */
function copiesIn(dataDir: string): string[] {
  if (!existsSync(dataDir)) return [];
  const folders = readdirSync(dataDir).filter((name) => EARLIER.test(name));
  return folders.map((name) => join(dataDir, name, SERVICES)).filter((path) => existsSync(path));
}

/** Returns a path as it is with every symbolic link followed; the path need not exist. */
function real(path: string): string {
  if (existsSync(path) || path === dirname(path)) return realpathSync(path);
  return join(real(dirname(path)), basename(path));
}
