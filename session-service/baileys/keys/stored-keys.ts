import type { SignalDataSet, SignalKeyStore } from "@whiskeysockets/baileys";
import { Lru } from "../lru.ts";
import { HeldVersions, type KeepVersions, SETTINGS_VERSIONS } from "./held-versions.ts";
import { SENDING } from "./journal.ts";
import { JOURNAL } from "./journal-rows.ts";
import { decodeKey, encodeKey } from "./key-codec.ts";
import type { KeyRows } from "./key-rows.ts";
import type { KeyChange } from "./plan-key.ts";
import type { StoredCreds } from "./stored-creds.ts";
import type { WriteQueue } from "./write-queue.ts";

/** Rows of keys kept in memory for one session, about 1 KB each. */
const CACHED_ROWS = 5_000;

/** Signal keys of one instance as the library reads and writes them: durable in the table, the last used in memory. */
export class StoredKeys implements SignalKeyStore {
  readonly #rows: KeyRows;
  readonly #writes: WriteQueue;
  readonly #creds: StoredCreds;
  /** Rows as last read or written; null: known to be absent. Valid because only the owner of the fence writes. */
  readonly #cache = new Lru<{ text: string | null }>(CACHED_ROWS);
  readonly #versions = new HeldVersions();
  readonly #keepVersions: KeepVersions | undefined;
  #written = 0;

  /** @param keepVersions absent: versions of the settings are written like everything else. */
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
      // A write that ended meanwhile may have changed the rows after they were read.
      if (!cached && this.#written === before) this.#cache.set(cacheKey(category, id), { text });
      if (text !== null) found[id] = decodeKey(category, text);
    }
    return found as Awaited<ReturnType<SignalKeyStore["get"]>> as never; // values have their category's shape
  };

  readonly set: SignalKeyStore["set"] = async (data) => {
    this.#writes.requireOpen();
    const { [SENDING]: sending, ...stored } = data as SignalDataSet & { [SENDING]?: object }; // set by Journal only
    const all = changesIn(stored);
    const versions = this.#keepVersions ? all.filter(({ category }) => category === SETTINGS_VERSIONS) : [];
    const changes = all.filter((change) => !versions.includes(change));
    const durable = this.#writes.add(() => this.#write(changes, sending !== undefined));
    // New pre-keys are uploaded when this resolves: their counter in the credentials must be durable then too, else
    // a crash makes ids that the network already has.
    const hasNewPreKeys = changes.some(({ category, text }) => category === "pre-key" && text !== null);
    await (hasNewPreKeys ? Promise.all([durable, this.#creds.save()]) : durable);
    if (versions.length > 0) this.#hold(versions);
  };

  /** Whoever sets versions tells of their changes in the same turn of the event loop, as soon as this is done. */
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

  /** Writes the rows that changed. @param sends a message was encrypted, and none decrypted. */
  async #write(changes: KeyChange[], sends: boolean): Promise<void> {
    const real = changes.filter(
      ({ category, id, text }) => category === JOURNAL || this.#cache.get(cacheKey(category, id))?.text !== text,
    );
    if (real.length === 0) return;
    await (sends && this.#goOn(real) ? this.#rows.advance(real) : this.#rows.write(real));
    this.#written++;
    for (const { category, id, text } of real)
      if (category !== JOURNAL) this.#cache.set(cacheKey(category, id), { text });
  }

  /** Whether all changes are to sessions that are stored already and not deleted. */
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

const cacheKey = (category: string, id: string) => `${category}#${id}`;

const changesIn = (stored: SignalDataSet): KeyChange[] =>
  Object.entries(stored).flatMap(([category, values]) =>
    Object.entries(values ?? {}).map(([id, value]) => ({
      category,
      id,
      text: value === null || value === undefined ? null : encodeKey(value),
    })),
  );
