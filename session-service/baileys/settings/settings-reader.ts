import {
  isMissingKeyError,
  type LTHashState,
  newLTHashState,
  type WAPatchName,
  type WASocket,
} from "@whiskeysockets/baileys";
import type { Clock } from "../../../core/ports.ts";
import type { Report } from "../fixes/contain-listeners.ts";
import type { SettingMemory } from "../keys/setting-memory.ts";
import { NetworkRefusal, SettingsNotReady } from "../shared/network-refusals.ts";
import { type AnsweredCollection, askCollections } from "./ask-collections.ts";
import { type DecodedCollection, decodeCollection, type FindKey, SettingsUnsound } from "./decode-collection.ts";
import { newsOfMutation } from "./news-of-mutation.ts";
import type { SettingNews } from "./settings-in.ts";

/** The dependencies for reading and writing settings over one socket. */
export interface SettingTools {
  sock: WASocket;
  clock: Pick<Clock, "now">;
  downloads: RequestInit;
  memory: SettingMemory;
  tell(news: SettingNews): void;
  report: Report;
}

/** A collection to request, and how to request it. */
interface Wanted {
  name: WAPatchName;
  /** Whether to read the collection from the start, because the part that we already have doesn't match. */
  isWhole: boolean;
  rounds: number;
}

/** The maximum number of answers for one collection, at twenty patches each. No phone has more. */
const MOST_ROUNDS = 500;

/** Reads the settings that the phone shares, collection by collection, up to their latest version. */
export class SettingsReader {
  readonly #tools: SettingTools;

  constructor(tools: SettingTools) {
    this.#tools = tools;
  }

  /** Returns a collection's last known state, or version 0 if there is none. */
  async state(name: WAPatchName): Promise<LTHashState> {
    const { keys } = this.#tools.sock.authState;
    const { [name]: state } = await keys.get("app-state-sync-version", [name]);
    return Number.isSafeInteger(state?.version) && state ? state : newLTHashState();
  }

  readonly findKey: FindKey = async (id) => {
    const { [id]: key } = await this.#tools.sock.authState.keys.get("app-state-sync-key", [id]);
    return key;
  };

  /**
   * Reads collections, and reports each collection's changes as soon as its new version is stored. A collection that
   * fails does not hold up the others. The network is queried outside the key lock, so messages do not have to wait for
   * the answer.
   * @returns the failures, by collection. SettingsNotReady means that a collection's key is missing. @throws
   * AnswerUnknown, or NetworkRefusal if the whole query is refused.
   */
  async read(names: Iterable<WAPatchName>, timeoutMs: number): Promise<Map<WAPatchName, unknown>> {
    const { sock, downloads } = this.#tools;
    const failures = new Map<WAPatchName, unknown>();
    let wanted: Wanted[] = [...new Set(names)].map((name) => ({ name, isWhole: false, rounds: 0 }));
    while (wanted.length > 0) {
      const bases = await Promise.all(wanted.map(({ name }) => this.state(name)));
      const asked = wanted.map(({ name, isWhole }, n) => ({ name, version: isWhole ? 0 : (bases[n]?.version ?? 0) }));
      const answers = await askCollections(sock, downloads, asked, timeoutMs);
      const next: Wanted[] = [];
      for (const [n, one] of wanted.entries()) {
        try {
          const again = await this.#take(one, bases[n] ?? newLTHashState(), answers.get(one.name));
          if (again) next.push(again);
        } catch (error) {
          failures.set(one.name, isMissingKeyError(error) ? new SettingsNotReady() : error);
        }
      }
      wanted = next;
    }
    return failures;
  }

  /** Processes one answer. @returns how to query the collection again, or null once the collection is complete. */
  async #take(wanted: Wanted, base: LTHashState, answer: AnsweredCollection | undefined): Promise<Wanted | null> {
    const { name, isWhole, rounds } = wanted;
    const { memory, report } = this.#tools;
    if (!answer) throw new Error("The network did not return a collection of settings.");
    if (answer.error !== null) throw new NetworkRefusal(answer.error, "a look at the settings");
    if (rounds >= MOST_ROUNDS) throw new Error("A collection of settings from the network never ends.");
    const from = isWhole ? newLTHashState() : base;
    const read = await this.#decode(name, answer, from);
    if (!read) {
      if (isWhole || base.version === 0) {
        memory.unsound.add(name);
        report("settings", new SettingsUnsound(name));
      }
      return { name, isWhole: true, rounds: rounds + 1 };
    }
    const isNew = read.state.version > base.version || isWhole || base.version === 0;
    if (isNew && !(await this.#commit(name, base, read))) return { ...wanted, rounds: rounds + 1 };
    if (!answer.hasMore) return null;
    if (read.state.version <= from.version) throw new Error("The network announced more settings but sent none.");
    return { name, isWhole: false, rounds: rounds + 1 };
  }

  /** Decrypts an answer. Returns null if its integrity codes don't match. */
  async #decode(name: WAPatchName, answer: AnsweredCollection, from: LTHashState): Promise<DecodedCollection | null> {
    const { memory, downloads } = this.#tools;
    const isChecked = !memory.unsound.has(name);
    try {
      return await decodeCollection(name, answer, from, { findKey: this.findKey, downloads, isChecked });
    } catch (error) {
      if (error instanceof SettingsUnsound) return null;
      throw error;
    }
  }

  /**
   * Commits what was read and reports it. @returns false if the collection has been read elsewhere in the meantime, so
   * our data is outdated.
   */
  async #commit(name: WAPatchName, base: LTHashState, { state, mutations }: DecodedCollection): Promise<boolean> {
    if (!(await this.store(name, state, (version) => version === base.version))) return false;
    const { sock, clock, tell, report } = this.#tools;
    for (const mutation of Object.values(mutations)) {
      try {
        const { news, events } = newsOfMutation(mutation, sock.authState.creds, clock.now());
        for (const one of news) tell(one);
        for (const [event, data] of events) sock.ev.emit(event, data as never); // as the library pairs them
      } catch (error) {
        report("a setting", error);
      }
    }
    return true;
  }

  /**
   * Stores a state if the current version allows it. The caller must report the changes in the same turn of the event
   * loop.
   * @returns whether it was stored.
   */
  async store(name: WAPatchName, state: LTHashState, allows: (version: number) => boolean): Promise<boolean> {
    const { keys } = this.#tools.sock.authState;
    // The declared type doesn't include transactions.
    const { transaction } = keys as unknown as {
      transaction(work: () => Promise<boolean>, name: string): Promise<boolean>;
    };
    return transaction(async () => {
      const { version } = await this.state(name);
      if (!allows(version)) return false;
      await keys.set({ "app-state-sync-version": { [name]: state } });
      return true;
    }, "settings");
  }
}
