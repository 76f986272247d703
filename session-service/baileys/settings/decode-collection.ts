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

/** The settings read of a collection, and the state it is in then. */
export interface DecodedCollection {
  state: LTHashState;
  mutations: ChatMutationMap;
}

/** Finds a key of the settings by its id. */
export type FindKey = (id: string) => Promise<proto.Message.IAppStateSyncKeyData | null | undefined>;

/** The codes of a collection do not fit its content: a state that somebody computed wrongly, here or elsewhere. */
export class SettingsUnsound extends Error {
  constructor(name: string) {
    super(`The codes of the phone's settings ${name} do not fit.`);
    this.name = "SettingsUnsound";
  }
}

/**
 * Decrypts the news of a collection on top of a known state. The library skips what does not fit and continues as if it
 * had been read; here that is an error, unless `isChecked` is false: then everything that can be opened counts.
 * @throws SettingsUnsound; the library's error for a key that the phone has not sent (`isMissingKey`).
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
    // The library's own type says "null" where its code takes "undefined" alike.
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

/** A log for the library that only counts: it warns of each thing that does not fit. */
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
