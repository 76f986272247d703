import type { AuthenticationCreds, SignalKeyStore } from "@whiskeysockets/baileys";
import type { Owner } from "../../../core/records/owner.ts";
import type { ConnectionDeps } from "../shared/connection-deps.ts";
import { Writers } from "../shared/writers.ts";
import type { KeepVersions } from "./held-versions.ts";
import { JournalRows } from "./journal-rows.ts";
import { keyRows, type WriteCount } from "./key-rows.ts";
import { newSettingMemory, type SettingMemory } from "./setting-memory.ts";
import { StoredCreds } from "./stored-creds.ts";
import { StoredKeys, type Texts } from "./stored-keys.ts";
import { WriteQueue } from "./write-queue.ts";

/** An instance's credentials and Signal keys, in the library's format and stored durably in the table. */
export interface AuthStore {
  /** The credentials, as an object that the library itself also modifies. `saveCreds` writes all of it. */
  readonly creds: AuthenticationCreds;
  /**
   * Whether the instance is linked to a phone. The library's `registered` is not used, because it is true only after
   * linking with a pairing code.
   */
  isLinked(): boolean;
  keys: SignalKeyStore;
  /** Received plaintexts whose messages have not been stored yet. */
  readonly journal: JournalRows;
  /** Callbacks through which the message storage stores a text in the same commit as its keys. */
  readonly texts: Texts;
  /**
   * The process's memory of the phone's settings, apart from their versions. Retained as long as the process owns the
   * link.
   */
  readonly settings: SettingMemory;
  /** How many of each sender's messages could not be decrypted. */
  readonly writers: Writers;
  /** Resolves when the current credentials are durable. Before a phone is linked, there is nothing to store. */
  saveCreds(): Promise<void>;
  /** Resolves when every write that has started is durable or has failed. */
  settled(): Promise<void>;
  /** Deletes credentials and keys, and closes the store. @throws FenceLost */
  wipe(): Promise<void>;
  /** Closes the store. Every later call rejects. */
  close(): void;
  isClosed(): boolean;
}

/**
 * Opens an instance's key store after its fence was raised. A failed fence check closes the store permanently.
 * @param onFenceLost called once if another task turns out to own the instance.
 * @param count numbers the writes. Pass the same object if one ownership opens its store more than once.
 * @param keepVersions holds back versions of the phone's settings until the changes they cover are stored. If absent,
 * versions aren't held back.
 */
export async function openAuthStore(
  deps: ConnectionDeps,
  owner: Owner,
  onFenceLost: () => void,
  count?: WriteCount,
  keepVersions?: KeepVersions,
): Promise<AuthStore> {
  const rows = keyRows(deps, owner, count);
  const writes = new WriteQueue(onFenceLost);
  const stored = await StoredCreds.load(rows, writes);
  const signalKeys = new StoredKeys(rows, writes, stored, keepVersions);
  return {
    creds: stored.creds,
    isLinked: () => stored.isLinked(),
    keys: signalKeys,
    texts: signalKeys.texts,
    journal: new JournalRows(rows, writes),
    settings: newSettingMemory(),
    writers: new Writers(deps.monotonicMs),
    saveCreds: () => stored.save(),
    settled: () => writes.settled(),
    wipe: () =>
      writes.add(async () => {
        await rows.wipe();
        writes.close();
      }),
    close: () => writes.close(),
    isClosed: () => writes.isClosed,
  };
}
