import { type Kept, openKept } from "../service/kept.ts";
import { sealKeys } from "./keys.ts";
import { type MasterKey, MasterKeyRefusal, masterKey } from "./master-key.ts";
import { makeKeyFile, readKeyFile, syncKeyFile } from "./master-key-file.ts";

/** Where a data folder's master key is. */
export interface MasterKeyPlace {
  file: string;
  /** Whether to seal a folder whose keys are not sealed yet, creating the key's file if it is missing. */
  isWanted: boolean;
  /** Files in the folder that contain copies of its keys; absent if there are none. */
  copies?: readonly string[];
}

/** The data folder's own note about its master key. */
interface Marker {
  fingerprint: string;
  /** Whether no file in the folder contains a key in clear any longer. */
  is_clean: boolean;
}

const MARKERS = "master-key";
const MARKER = "1";

/**
 * Opens the master key of a data folder, and seals the folder's keys with it where they are still in clear. The folder
 * records its master key before anything is sealed, and copies in clear are removed only after everything is sealed, so
 * the next start completes one that was killed. Only one process may do this at a time.
 * @param place undefined if none is set up. @returns null if the folder's keys are in clear and may stay so.
 * @throws MasterKeyRefusal, without changing anything, if the key's file is missing, unsafe, or that of another folder.
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
 * @returns null if the file is missing and must not be created, because the folder's keys are sealed with another key.
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
      `The folder's keys are sealed, but the old ones in clear could not be removed from its files (${(error as Error).message}). ` +
        "Close other programs that read them, free some of the disk, and start again.",
    );
  }
}

const missing = (file: string | null) =>
  `The keys of this data folder are sealed with a master key, and ${file ?? "its file"} is not there. ` +
  "Put its copy there, or set MASTER_KEY_FILE to it. Nothing was changed; without this key the folder can't be opened.";

const another = (file: string) =>
  `The file ${file} is not the master key of this data folder. ` +
  "Put the folder's own there, or set MASTER_KEY_FILE to it. Nothing was changed.";
