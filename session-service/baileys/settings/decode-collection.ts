import {
  type ChatMutationMap,
  decodePatches,
  decodeSyncdSnapshot,
  type LTHashState,
  type proto,
  type WAPatchName,
} from "@whiskeysockets/baileys";
import type { LibraryLog } from "../shared/library-log.ts";
import type { AnsweredCollection } from "./ask-collections.ts";

/** The settings read from a collection, and the collection's resulting state. */
export interface DecodedCollection {
  state: LTHashState;
  mutations: ChatMutationMap;
}

/** Looks up a settings key by id. */
export type FindKey = (id: string) => Promise<proto.Message.IAppStateSyncKeyData | null | undefined>;

/**
 * Thrown if a collection's integrity codes don't match its content, because this device or another one computed a state
 * incorrectly.
 */
export class SettingsUnsound extends Error {
  constructor(name: string) {
    super(`The checksums of the phone's settings ${name} do not match.`);
    this.name = "SettingsUnsound";
  }
}

/**
 * Decrypts a collection's changes since a known state. The library skips changes that do not match and continues as if
 * it had applied them. Here, such a change is an error, unless `isChecked` is false, in which case everything that can
 * be decrypted is accepted.
 * @throws SettingsUnsound, or the library's error for a key that the phone has not sent (`isMissingKeyError`).
 */
export async function decodeCollection(
  name: WAPatchName,
  answer: Pick<AnsweredCollection, "snapshot" | "patches">,
  base: LTHashState,
  { findKey, downloads, isChecked }: { findKey: FindKey; downloads: RequestInit; isChecked: boolean },
): Promise<DecodedCollection> {
  const complaints = countWarnings();
  const mutations: ChatMutationMap = {};
  let state = base;
  if (answer.snapshot) {
    // The library's code accepts `undefined` where its types require `null`.
    const read = await decodeSyncdSnapshot(
      name,
      answer.snapshot,
      findKey as never,
      undefined,
      isChecked,
      complaints.log,
    );
    state = read.state;
    Object.assign(mutations, read.mutationMap);
  }
  const newer = answer.patches.filter(({ version }) => Number(version?.version ?? 0) > state.version);
  if (newer.length > 0) {
    const options = { ...downloads };
    const read = await decodePatches(
      name,
      newer,
      state,
      findKey as never, // as above
      options,
      undefined,
      complaints.log,
      isChecked,
    );
    state = read.state;
    Object.assign(mutations, read.mutationMap);
  }
  if (isChecked && complaints.count() > 0) throw new SettingsUnsound(name);
  return { state, mutations };
}

/** Creates a log that only counts the library's warnings. The library warns once per change that does not match. */
function countWarnings(): { log: LibraryLog; count(): number } {
  let count = 0;
  const drop = () => {};
  const log: LibraryLog = {
    level: "warn",
    child: () => log,
    trace: drop,
    debug: drop,
    info: drop,
    warn: () => void count++,
    error: () => void count++,
  };
  return { log, count: () => count };
}
