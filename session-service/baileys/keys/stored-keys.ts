import { setTimeout as pause } from "node:timers/promises";
import type { SignalDataSet, SignalKeyStore } from "@whiskeysockets/baileys";
import { failureKind } from "../../../core/failure-kind.ts";
import type { Write } from "../../../core/store/table.ts";
import { Lru } from "../shared/lru.ts";
import { HeldVersions, type KeepVersions, SETTINGS_VERSIONS } from "./held-versions.ts";
import { type JournalEntry, SENDING, WHOLE } from "./journal-form.ts";
import { JOURNAL } from "./journal-rows.ts";
import { decodeKey, encodeKey } from "./key-codec.ts";
import type { KeyRows } from "./key-rows.ts";
import type { KeyChange } from "./plan-key.ts";
import type { StoredCreds } from "./stored-creds.ts";
import { trimSession } from "./trim-session.ts";
import type { WriteQueue } from "./write-queue.ts";

/**
 * Stores a text message in the same commit as the keys that decrypted it, so the message needs no row in the journal.
 * @param id the message's journal id. @param keyWrites key rows for the same transaction, which checks the fence.
 * @returns false if nothing was stored, in which case the message goes to the journal. @throws FenceLost, and temporary
 * errors.
 */
export type StoreText = (id: string, entry: JournalEntry, keyWrites: Write[]) => Promise<boolean>;

/** Callbacks from decryption to the message storage. */
export interface Texts {
  store: StoreText;
  /** Called with the journal id of each message that will go to the journal, before its row is written. */
  journalled: (id: string) => void;
  /** Called with each unreadable message to report. If the message gets a row, the row has been written by then. */
  damaged: (id: string, entry: JournalEntry) => void;
}

/** The number of key rows cached in memory per session, about 1 KB each. */
const CACHED_ROWS = 5_000;

/**
 * How long, and how often, to retry writing the keys of a message that has already been sent, if the table refuses
 * them.
 */
const PERSIST_MS = 20_000;
const PERSIST_EVERY_MS = 200;

/**
 * An instance's Signal keys, as the library reads and writes them. They are durable in the table, and the most recent
 * ones are cached in memory.
 */
export class StoredKeys implements SignalKeyStore {
  readonly #rows: KeyRows;
  readonly #writes: WriteQueue;
  readonly #creds: StoredCreds;
  /**
   * Rows as last read or written. The value is null for a row known to be absent. The cache is valid because only the
   * owner of the fence writes.
   */
  readonly #cache = new Lru<CachedRow>(CACHED_ROWS);
  /** The marks of commits of sent messages that the table refused. */
  readonly #refused = new WeakSet<object>();
  readonly #versions = new HeldVersions();
  readonly #keepVersions: KeepVersions | undefined;
  /** Callbacks set by the message storage. */
  readonly texts: Texts = { store: async () => false, journalled: () => {}, damaged: () => {} };
  #written = 0;

  /** @param keepVersions if absent, versions of the settings are written like everything else. */
  constructor(rows: KeyRows, writes: WriteQueue, creds: StoredCreds, keepVersions?: KeepVersions) {
    this.#rows = rows;
    this.#writes = writes;
    this.#creds = creds;
    this.#keepVersions = keepVersions;
  }

  readonly get: SignalKeyStore["get"] = async (category, ids) => {
    this.#writes.requireOpen();
    const missing = ids.filter((id) => this.#cached(category, id) === undefined);
    const before = this.#written;
    const texts = missing.length > 0 ? await this.#rows.read(category, missing) : new Map<string, string>();
    const found: Record<string, unknown> = {};
    for (const id of ids) {
      const cached = this.#cached(category, id);
      const text = cached ? cached.text : (texts.get(id) ?? null);
      // If a write finished in the meantime, it may have changed the rows after they were read, so the text is not
      // cached.
      if (!cached && this.#written === before) this.#cache.set(cacheKey(category, id), { text });
      if (text !== null) found[id] = decodeKey(category, text);
    }
    return found as Awaited<ReturnType<SignalKeyStore["get"]>> as never; // values have their category's shape
  };

  readonly set: SignalKeyStore["set"] = async (data) => {
    this.#writes.requireOpen();
    // Both marks are set only by Journal.
    const { [SENDING]: sending, [WHOLE]: whole, ...stored } = data as SignalDataSet & Marks;
    const all = changesIn(stored);
    const versions = this.#keepVersions ? all.filter(({ category }) => category === SETTINGS_VERSIONS) : [];
    const changes = all.filter((change) => !versions.includes(change));
    const durable = this.#writes.add(async () => {
      if (await this.#storeWith(changes, whole)) return;
      for (const { category, id, text } of changes)
        if (category === JOURNAL && text !== null) this.texts.journalled(id);
      await (sending === undefined ? this.#write(changes, false) : this.#persist(changes, sending));
    });
    // The library uploads new pre-keys once this resolves, so their counter in the credentials must be durable by then
    // too. Otherwise, ids that the network already has would be created again after a crash.
    const hasNewPreKeys = changes.some(({ category, text }) => category === "pre-key" && text !== null);
    await (hasNewPreKeys ? Promise.all([durable, this.#creds.save()]) : durable);
    if (versions.length > 0) this.#hold(versions);
  };

  /**
   * Holds back versions. The library reports their changes in the same turn of the event loop, right after this call.
   */
  #hold(versions: KeyChange[]): void {
    this.#versions.hold(versions);
    setImmediate(() => this.#keepVersions?.(() => this.#writeVersions(versions)));
  }

  #writeVersions(versions: KeyChange[]): Promise<void> {
    return this.#writes.add(async () => {
      await this.#write(versions, false);
      this.#versions.release(versions);
    });
  }

  /**
   * Stores a whole text in the same commit as the keys that its decryption advanced. @returns false if nothing was
   * written.
   */
  async #storeWith(changes: KeyChange[], whole: Marks[typeof WHOLE]): Promise<boolean> {
    const [text, another] = Object.entries(whole ?? {});
    if (!text || another) return false;
    const moved = changes.filter(({ category }) => category !== JOURNAL);
    if (moved.length === 0 || !this.#goOn(moved)) return false;
    const rows = await this.#rows.prepare(moved);
    if (!rows || !(await this.texts.store(...text, rows.writes))) return false;
    rows.done();
    this.#noteWritten(moved);
    return true;
  }

  /**
   * Repeats a write while the table refuses it. The message that these keys encrypted has already been sent: if the
   * keys were not stored, the next message would be encrypted with the same keys, and its recipient could not read it.
   * If the table still refuses, this process at least continues from these keys. @param commit the mark of the commit.
   */
  async #persist(changes: KeyChange[], commit: object): Promise<void> {
    // The library repeats a commit that was refused, perhaps after a later one on another line was stored.
    const own = this.#refused.has(commit) ? changes.filter((change) => this.#isUnstored(change)) : changes;
    const end = performance.now() + PERSIST_MS;
    for (;;) {
      try {
        return await this.#write(own, true);
      } catch (error) {
        if (failureKind(error) === "lasting" || performance.now() >= end) {
          this.#refused.add(commit);
          for (const { category, id, text } of own) this.#cache.set(cacheKey(category, id), { text, isUnstored: true });
          throw error;
        }
        await pause(PERSIST_EVERY_MS);
        this.#writes.requireOpen();
      }
    }
  }

  /** Whether the change is the row's latest one, and the table refused it. */
  #isUnstored({ category, id, text }: KeyChange): boolean {
    const cached = this.#cache.get(cacheKey(category, id));
    return cached?.isUnstored === true && cached.text === text;
  }

  /** Writes the rows that changed. @param sends whether a message was encrypted, and none was decrypted. */
  async #write(changes: KeyChange[], sends: boolean): Promise<void> {
    const real = changes.filter(({ category, id, text }) => {
      const cached = this.#cache.get(cacheKey(category, id));
      return category === JOURNAL || cached?.text !== text || cached.isUnstored === true;
    });
    if (real.length === 0) return;
    await (sends && this.#goOn(real) ? this.#rows.advance(real) : this.#rows.write(real));
    this.#noteWritten(real);
  }

  #noteWritten(changes: KeyChange[]): void {
    this.#written++;
    for (const { category, id, text } of changes)
      if (category !== JOURNAL) this.#cache.set(cacheKey(category, id), { text });
  }

  /** Whether all changes are updates of existing sessions, and none is a deletion. */
  #goOn(changes: KeyChange[]): boolean {
    return changes.every(
      ({ category, id, text }) =>
        category === "session" && text !== null && typeof this.#cached(category, id)?.text === "string",
    );
  }

  #cached(category: string, id: string): { text: string | null } | undefined {
    const held = category === SETTINGS_VERSIONS ? this.#versions.text(id) : undefined;
    if (held !== undefined) return { text: held };
    return this.#cache.get(cacheKey(category, id));
  }
}

/** A row in memory. `isUnstored`: the table has an earlier text, because it refused this one. */
interface CachedRow {
  text: string | null;
  isUnstored?: true;
}

/** The marks on a library commit: see `SENDING` and `WHOLE`. */
interface Marks {
  [SENDING]?: object;
  [WHOLE]?: Record<string, JournalEntry>;
}

const cacheKey = (category: string, id: string) => `${category}#${id}`;

const changesIn = (stored: SignalDataSet): KeyChange[] =>
  Object.entries(stored).flatMap(([category, values]) =>
    Object.entries(values ?? {}).map(([id, value]) => ({
      category,
      id,
      text:
        value === null || value === undefined ? null : encodeKey(category === "session" ? trimSession(value) : value),
    })),
  );
