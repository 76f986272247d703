import { existsSync, readdirSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { MasterKeyPlace } from "../aws/kms/open-master-key.ts";
import { SERVICES } from "../data/take-snapshot.ts";
import { EARLIER } from "../data/work-folders.ts";
import type { Settings } from "./settings.ts";

/**
 * Returns the location of the data folder's master key, which is next to the folder unless the settings specify another
 * location. A master key is required if the gateway serves a team or if the settings specify a location. Any other
 * gateway uses the master key only to open a folder that has already been encrypted.
 * @throws a one-sentence error if the location is inside the folder, where every copy of the data would contain the
 * key.
 */
export function masterKeyPlace({ dataDir, serve, master_key_file: named }: Settings): MasterKeyPlace {
  const file = resolve(named ?? `${dataDir}.key`);
  const inside = relative(real(dataDir), real(file));
  if (inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)) {
    throw new Error(
      `MASTER_KEY_FILE must be outside the data folder ${dataDir}. Otherwise anyone with a copy of the folder would also have the key.`,
    );
  }
  return { file, isWanted: serve !== undefined || named !== undefined, copies: copiesIn(dataDir) };
}

/** Returns the key files in copies made before the folder was upgraded to a newer version. */
function copiesIn(dataDir: string): string[] {
  if (!existsSync(dataDir)) return [];
  const folders = readdirSync(dataDir).filter((name) => EARLIER.test(name));
  return folders.map((name) => join(dataDir, name, SERVICES)).filter((path) => existsSync(path));
}

/** Returns a path with all symbolic links resolved. The path doesn't have to exist. */
function real(path: string): string {
  if (existsSync(path) || path === dirname(path)) return realpathSync(path);
  return join(real(dirname(path)), basename(path));
}
