import { phoneChat } from "../../core/domain/messages/chat-id.ts";
import { mirrorBlocklist } from "../../core/operations/contacts/mirror-blocklist.ts";
import { blocklistRecords } from "../../core/records/chats/blocklist.ts";
import { FenceLost } from "../../core/records/fence.ts";
import type { Owner } from "../../core/records/owner.ts";
import { findPerson, peopleOf } from "../baileys/inbound/people.ts";
import type { AuthStore } from "../baileys/keys/auth-store.ts";
import type { BlocklistSide } from "../baileys/queries/blocklist.ts";
import { parseParty } from "../baileys/shared/network-ids.ts";
import type { SessionDeps } from "../session-deps.ts";

/** The parts of a connection that the blocklist uses. */
export interface BlocksConnection {
  network(): BlocklistSide;
  store: AuthStore;
  /** Aborted when the connection has ended. */
  over: AbortSignal;
}

/** How long a message waits for the list to finish loading. */
const SOON_MS = 2_000;
/**
 * The delays before the list is requested again after a failure. We chose these values ourselves: docs/decisions/0078.
 */
const AGAIN_MS: readonly number[] = [5_000, 30_000, 300_000];

/**
 * The list of people that the linked number has blocked, shared by all of a session's connections. Loads and changes
 * run one at a time, so the stored list is always the network's latest.
 */
export class Blocks {
  readonly #deps: Pick<SessionDeps, "table" | "clock" | "log">;
  readonly #owner: Owner;
  /** The stored list, or null if it hasn't been read yet. */
  #ids: Promise<ReadonlySet<string>> | null = null;
  #latest: Promise<unknown> = Promise.resolve();
  /** The connection over which the list is currently being loaded. */
  #awaited: BlocksConnection | null = null;
  #reading: Promise<unknown> | null = null;

  constructor(deps: Pick<SessionDeps, "table" | "clock" | "log">, owner: Owner) {
    this.#deps = deps;
    this.#owner = owner;
  }

  /**
   * Whether a person is blocked, according to the stored list. Waits briefly if the list is being loaded.
   * @param chat the network's address for messages to this person.
   */
  async has(person: string, chat: string): Promise<boolean> {
    if (this.#reading) await this.#waitFor(this.#reading);
    const ids = await this.#known();
    return [chat, person, phoneChat(person)].some((id) => ids.has(id));
  }

  async #waitFor(reading: Promise<unknown>): Promise<void> {
    const stop = new AbortController();
    await Promise.race([reading, this.#pause(SOON_MS, stop.signal)]);
    stop.abort();
  }

  /** Reloads the list once earlier work on it is done. If the network doesn't answer, retries later. Never rejects. */
  async refresh(connection: BlocksConnection): Promise<void> {
    if (this.#awaited === connection) return;
    this.#awaited = connection;
    for (const pauseMs of [0, ...AGAIN_MS]) {
      if (pauseMs > 0) await this.#pause(pauseMs, connection.over);
      if (connection.over.aborted || this.#awaited !== connection) return;
      const reading = this.#afterOthers(() => this.#takeOver(connection));
      this.#reading = reading;
      const isDone = await reading;
      if (this.#reading === reading) this.#reading = null;
      if (isDone) return;
    }
    if (this.#awaited === connection) this.#awaited = null;
  }

  /**
   * Blocks or unblocks a person on the network, and stores the change.
   * @throws PersonUnknown, NetworkRefusal, AnswerUnknown, FenceLost
   */
  change(connection: BlocksConnection, person: string, isBlocked: boolean, shownName: string | null): Promise<void> {
    return this.#afterOthers(async () => {
      const ids = new Set(await this.#known());
      const id = await connection.network().setBlocked(person, isBlocked, shownName);
      if (isBlocked) ids.add(id);
      else ids.delete(id);
      await this.#store(connection, ids);
    });
  }

  /** @returns false if another attempt is needed. */
  async #takeOver(connection: BlocksConnection): Promise<boolean> {
    // Any change reported from now on triggers another load of the list.
    if (this.#awaited === connection) this.#awaited = null;
    try {
      await this.#store(connection, new Set(await connection.network().readBlocklist()));
      return true;
    } catch (error) {
      if (error instanceof FenceLost || connection.over.aborted) return true;
      const fields = { instance_id: this.#owner.instance_id, error: String(error) };
      this.#deps.log.warn(fields, "the list of blocked people could not be fetched; the stored list is unchanged");
      this.#awaited ??= connection;
      return false;
    }
  }

  async #store({ store }: BlocksConnection, ids: ReadonlySet<string>): Promise<void> {
    const people = peopleOf(store);
    const personOf = async (id: string) => (await findPerson(parseParty(id), null, people))?.name ?? null;
    await mirrorBlocklist(this.#deps, this.#owner, [...ids], personOf);
    this.#ids = Promise.resolve(ids);
  }

  #known(): Promise<ReadonlySet<string>> {
    this.#ids ??= blocklistRecords
      .read(this.#deps.table, this.#owner.instance_id)
      .then((stored): ReadonlySet<string> => new Set(stored?.ids))
      .catch((error: unknown) => {
        this.#ids = null;
        throw error;
      });
    return this.#ids;
  }

  #pause(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#deps.clock.until(new Date(this.#deps.clock.now().getTime() + ms), signal);
  }

  #afterOthers<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#latest.then(work);
    this.#latest = done.catch(() => {}); // the caller gets it
    return done;
  }
}
