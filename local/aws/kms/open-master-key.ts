import { type Kept, openKept } from "../service/kept.ts";
import { sealKeys } from "./keys.ts";
import { type MasterKey, MasterKeyRefusal, masterKey } from "./master-key.ts";
import { makeKeyFile, readKeyFile, syncKeyFile } from "./master-key-file.ts";

/** The location of a data folder's master key. */
export interface MasterKeyPlace {
  file: string;
  /** Whether to encrypt a folder whose keys are not encrypted yet, creating the key file if it is missing. */
  isWanted: boolean;
  /** Files in the folder that contain copies of its keys. Absent if there are none. */
  copies?: readonly string[];
}

/** The data folder's record of its master key. */
interface Marker {
  fingerprint: string;
  /** Whether all unencrypted copies of keys have been removed from the folder. */
  is_clean: boolean;
}

const MARKERS = "master-key";
const MARKER = "1";

/**
 * Opens a data folder's master key, and uses it to encrypt any of the folder's keys that are still unencrypted. The
 * folder's record of the master key is written before anything is encrypted, and unencrypted copies are removed only
 * after everything is encrypted, so if a start is interrupted, the next one can complete it. Only one process may do
 * this at a time.
 * @param place undefined if no master key is configured. @returns null if the folder's keys are unencrypted and may
 * stay so.
 * @throws MasterKeyRefusal, without changing anything, if the key file is missing, unsafe, or belongs to another
 * folder.
 */
export function openMasterKey(kept: Kept, place: MasterKeyPlace | undefined): MasterKey | null {
  const marker = kept.shelf<Marker>(MARKERS).load().get(MARKER) ?? null;
  if (marker === null && !place?.isWanted) return null;
  const master = place && keyAt(place.file, marker === null);
  if (!master) throw new MasterKeyRefusal(missing(place?.file ?? null));
  if (marker !== null && marker.fingerprint !== master.fingerprint) throw new MasterKeyRefusal(another(master.file));
  if (marker?.is_clean) return master;
  if (marker === null) syncKeyFile(master.file);
  seal(kept, master, place?.copies ?? []);
  return master;
}

function seal(kept: Kept, master: MasterKey, copies: readonly string[]): void {
  const { fingerprint } = master;
  const markers = kept.shelf<Marker>(MARKERS);
  markers.put(MARKER, { fingerprint, is_clean: false });
  sealKeys(kept, master);
  clean(kept);
  for (const path of copies) sealCopy(path, master);
  markers.put(MARKER, { fingerprint, is_clean: true });
}

function sealCopy(path: string, master: MasterKey): void {
  let copy: Kept | null = null;
  try {
    copy = openKept(path);
    seal(copy, master, []);
  } catch (error) {
    throw new MasterKeyRefusal(
      `The keys in the older copy ${path} could not be sealed (${(error as Error).message}). Remove that copy and start again.`,
    );
  } finally {
    copy?.close();
  }
}

/**
 * @returns null if the file is missing and must not be created, because the folder's keys are encrypted with another
 * key.
 */
function keyAt(file: string, mayMake: boolean): MasterKey | null {
  let key = readKeyFile(file);
  if (key === null && mayMake) {
    makeKeyFile(file);
    key = readKeyFile(file);
  }
  return key && masterKey(file, key);
}

function clean(kept: Kept): void {
  try {
    kept.forgetReplaced();
  } catch (error) {
    throw new MasterKeyRefusal(
      `The folder's keys are sealed, but the old unencrypted keys could not be removed from its files (${(error as Error).message}). ` +
        "Close other programs that read these files, free some disk space, and start again.",
    );
  }
}

const missing = (file: string | null) =>
  `The keys of this data folder are sealed with a master key, but ${file ?? "its file"} does not exist. ` +
  "Restore it from your copy, or set MASTER_KEY_FILE to its path. Nothing was changed. Without this key, the folder can't be opened.";

const another = (file: string) =>
  `The file ${file} is not the master key of this data folder. ` +
  "Put the right file there, or set MASTER_KEY_FILE to its path. Nothing was changed.";
