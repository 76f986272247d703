import {
  type AuthenticationCreds,
  initAuthCreds,
  type SignalDataSet,
  type SignalKeyStore,
} from "@whiskeysockets/baileys";
import { FenceLost } from "../../../core/records/fence.ts";
import type { Owner } from "../../../core/records/owner.ts";
import type { Write } from "../../../core/store/table.ts";
import type { SessionDeps } from "../../session-deps.ts";
import { Lru } from "../lru.ts";
import { type JournalEntry, SENDING } from "./journal.ts";
import { decodeKey, encodeKey } from "./key-codec.ts";
import { type KeyChange, keyRows } from "./key-rows.ts";

/** Rows of keys kept in memory for one session, about 1 KB each. */
const CACHED_ROWS = 5_000;
const CREDS = "creds";
/** Written by the journal and deleted by other transactions, so never cached. */
const JOURNAL = "journal";

/** The store was closed: by us, or because another task has the instance now. */
export class AuthStoreClosed extends Error {
  constructor() {
    super("The key store of this session is closed.");
    this.name = "AuthStoreClosed";
  }
}

/** Credentials and Signal keys of one instance, as the library wants them, durable in the table. */
export interface AuthStore {
  /** One object that the library also changes itself; `saveCreds` writes it whole. */
  readonly creds: AuthenticationCreds;
  /** Linked to a phone: `registered` is true only after a pairing code, so it says nothing. */
  isLinked(): boolean;
  keys: SignalKeyStore;
  /** Resolves when the credentials as they are now are durable. Before a phone is linked there is nothing to keep. */
  saveCreds(): Promise<void>;
  /** Resolves when every write that has begun is durable or has failed. */
  settled(): Promise<void>;
  /** Received plaintexts whose message has not been stored yet, by journal id; an error where one can't be opened. */
  journalled(): Promise<Map<string, string | Error>>;
  /** One of them; null: there is none, or no more. */
  journalEntry(id: string): Promise<JournalEntry | null>;
  /** Deletes one journal row; in the transaction that stores its message. */
  journalDeletion(id: string): Write;
  /** Deletes what a large journal row left behind, once its deletion is written. @throws FenceLost */
  sweepJournal(id: string): Promise<void>;
  /** Deletes what an owner that died in between left behind. @throws FenceLost */
  sweepJournalOrphans(): Promise<void>;
  /** Deletes a journal row whose content is no message. @throws FenceLost */
  dropJournal(id: string): Promise<void>;
  /** Deletes credentials and keys; the store is closed then. @throws FenceLost */
  wipe(): Promise<void>;
  /** Every later call rejects. */
  close(): void;
  isClosed(): boolean;
}

/**
 * Opens the key store of an instance after its fence was raised. A failed fence check closes it for good.
 * @param onFenceLost called once when another task turned out to own the instance.
 */
export async function openAuthStore(deps: SessionDeps, owner: Owner, onFenceLost: () => void): Promise<AuthStore> {
  const rows = keyRows(deps, owner);
  const stored = (await rows.read(CREDS, [CREDS])).get(CREDS);
  // What was stored is what saveCreds wrote.
  const creds = stored === undefined ? initAuthCreds() : (decodeKey(CREDS, stored) as AuthenticationCreds);
  const isLinked = () => creds.account !== undefined && creds.me?.id !== undefined;

  /** Rows as last read or written; null: known to be absent. Valid because only the owner of the fence writes. */
  const cache = new Lru<{ text: string | null }>(CACHED_ROWS);
  let closed = false;
  let written = 0;
  let lastCreds = stored;
  let writing: Promise<unknown> = Promise.resolve();
  let credsWaiting: Promise<void> | null = null;

  /** One write after the other: what a later call means to change is what the earlier one left. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = writing.then(async () => {
      if (closed) throw new AuthStoreClosed();
      try {
        return await work();
      } catch (error) {
        if (error instanceof FenceLost && !closed) {
          closed = true;
          onFenceLost();
        }
        throw error;
      }
    });
    writing = turn.catch(() => {});
    return turn;
  }

  const cacheKey = (category: string, id: string) => `${category}#${id}`;

  /** Whether all of this are sessions which are stored and go on. */
  const goOn = (changes: KeyChange[]) =>
    changes.every(({ category, id, text }) => {
      return category === "session" && text !== null && typeof cache.get(cacheKey(category, id))?.text === "string";
    });

  /** @param sends a message was encrypted, and none decrypted. */
  async function writeChanged(changes: KeyChange[], sends: boolean): Promise<void> {
    const real = changes.filter(
      ({ category, id, text }) => category === JOURNAL || cache.get(cacheKey(category, id))?.text !== text,
    );
    if (real.length === 0) return;
    await (sends && goOn(real) ? rows.advance(real) : rows.write(real));
    written++;
    for (const { category, id, text } of real) if (category !== JOURNAL) cache.set(cacheKey(category, id), { text });
  }

  function saveCreds(): Promise<void> {
    if (closed) return Promise.reject(new AuthStoreClosed());
    if (!isLinked()) return Promise.resolve();
    // Coalesced: a save that has not begun yet will write what the credentials are then.
    credsWaiting ??= inTurn(async () => {
      credsWaiting = null;
      const text = encodeKey({ ...creds, processedHistoryMessages: creds.processedHistoryMessages.slice(-1) });
      if (text === lastCreds) return;
      await rows.write([{ category: CREDS, id: CREDS, text }]);
      lastCreds = text;
    });
    return credsWaiting;
  }

  const keyStore: SignalKeyStore = {
    async get(category, ids) {
      if (closed) throw new AuthStoreClosed();
      const missing = ids.filter((id) => cache.get(cacheKey(category, id)) === undefined);
      const before = written;
      const texts = missing.length > 0 ? await rows.read(category, missing) : new Map<string, string>();
      const found: Record<string, unknown> = {};
      for (const id of ids) {
        const cached = cache.get(cacheKey(category, id));
        const text = cached ? cached.text : (texts.get(id) ?? null);
        // A write that ended meanwhile may have changed what was read before it.
        if (!cached && written === before) cache.set(cacheKey(category, id), { text });
        if (text !== null) found[id] = decodeKey(category, text);
      }
      return found as Awaited<ReturnType<SignalKeyStore["get"]>> as never; // values have their category's shape
    },

    async set(data) {
      if (closed) throw new AuthStoreClosed();
      const changes: KeyChange[] = [];
      const { [SENDING]: sending, ...stored } = data as SignalDataSet & { [SENDING]?: object }; // set by Journal only
      for (const [category, values] of Object.entries(stored)) {
        for (const [id, value] of Object.entries(values ?? {})) {
          changes.push({ category, id, text: value === null || value === undefined ? null : encodeKey(value) });
        }
      }
      const durable = inTurn(() => writeChanged(changes, sending !== undefined));
      // New pre-keys are uploaded when this resolves: their counter in the credentials must be durable then too, else
      // a crash makes ids that the network already has.
      const hasNewPreKeys = changes.some(({ category, text }) => category === "pre-key" && text !== null);
      await (hasNewPreKeys ? Promise.all([durable, saveCreds()]) : durable);
    },
  };

  return {
    creds,
    isLinked,
    keys: keyStore,
    saveCreds,
    settled: () => writing.then(() => {}),
    journalled: () => rows.readAll(JOURNAL),
    async journalEntry(id) {
      const text = (await rows.read(JOURNAL, [id])).get(id);
      return text === undefined ? null : (decodeKey(JOURNAL, text) as JournalEntry); // written by Journal only
    },
    journalDeletion: (id) => rows.deletion(JOURNAL, id),
    async sweepJournal(id) {
      if (rows.hasParts(JOURNAL, id)) await inTurn(() => rows.sweep(JOURNAL, id));
    },
    sweepJournalOrphans: () => inTurn(() => rows.sweepOrphans(JOURNAL)),
    dropJournal: (id) => inTurn(() => rows.write([{ category: JOURNAL, id, text: null }])),
    wipe: () =>
      inTurn(async () => {
        await rows.wipe();
        closed = true;
      }),
    close() {
      closed = true;
    },
    isClosed: () => closed,
  };
}
