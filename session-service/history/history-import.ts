import { MINUTE_MS } from "../../core/contracts/durations.ts";
import { type HistoryPartRecord, listHistoryParts } from "../../core/records/history-part.ts";
import { instanceRecords } from "../../core/records/instance.ts";
import type { Owner } from "../../core/records/owner.ts";
import type { AuthStore } from "../baileys/keys/auth-store.ts";
import { AuthStoreClosed } from "../baileys/keys/write-queue.ts";
import type { Inbox } from "../inbox/inbox.ts";
import { linkOf } from "../inbox/store-history-part.ts";
import { orAborted } from "../process/or-aborted.ts";
import type { SessionDeps } from "../session-deps.ts";
import { dropPart } from "./drop-part.ts";
import { workPart } from "./work-part.ts";

/** The parts of the session's open connection that an import uses. */
export interface ImportConnection {
  store: AuthStore;
  mediaHost(): Promise<string | null>;
  /** When all messages that the network was holding had been received, or null if that has not happened yet. */
  drainedAt: Date | null;
}

/**
 * How long to wait for messages that the network was holding, since they may still be on their way into the table. A
 * design choice: docs/decisions/0075.
 */
const MISSED_AFTER_MS = MINUTE_MS;
const LINK_SHOWS_MS = 1_000;

/**
 * Imports the history that the phone sends, one part at a time, while a connection is open. The import runs in parallel
 * with the inbox. Parts from an earlier link are dropped. A part that fails is retried later and does not hold up the
 * parts after it.
 */
export class HistoryImport {
  readonly #deps: SessionDeps;
  readonly #owner: Owner;
  readonly #inbox: Inbox;
  readonly #connection: () => ImportConnection | null;
  readonly #places: NonNullable<SessionDeps["historyPlaces"]>;
  /** Aborts the current import. The next import starts with the next link. */
  #halting = new AbortController();
  #working: Promise<void> | null = null;

  /** @param connection the open connection, or null if there is none. */
  constructor(deps: SessionDeps, owner: Owner, inbox: Inbox, connection: () => ImportConnection | null) {
    this.#deps = deps;
    this.#owner = owner;
    this.#inbox = inbox;
    this.#connection = connection;
    this.#places = deps.historyPlaces ?? { run: (work) => work() };
  }

  /** Whether a part is currently being imported. */
  get isWorking(): boolean {
    return this.#working !== null;
  }

  /**
   * Stops the current import because the link is ending. Resolves once the import is guaranteed to write nothing more.
   */
  async halt(): Promise<void> {
    this.#halting.abort();
    await this.#working;
    this.#halting = new AbortController();
  }

  /**
   * Imports the first part that is due. @returns when to check again, or null if only an event can make a part due.
   * @throws FenceLost
   */
  async step(ending: AbortSignal): Promise<Date | null> {
    const connection = this.#connection();
    if (!connection || connection.store.isClosed()) return null;
    const { table, clock } = this.#deps;
    const link = linkOf(connection.store);
    const parts = await listHistoryParts(table, this.#owner.instance_id);
    let next: number | null = null;
    for (const part of parts) {
      if (part.link !== link) {
        await dropPart(this.#deps, this.#owner, part);
        continue;
      }
      const dueMs = dueAt(part, connection);
      if (dueMs === null) continue;
      if (dueMs > clock.now().getTime()) {
        next = Math.min(next ?? dueMs, dueMs);
        continue;
      }
      const linkedAt = (await instanceRecords.read(table, this.#owner.instance_id))?.linked_at;
      if (!linkedAt) return new Date(clock.now().getTime() + LINK_SHOWS_MS);
      await this.#work(connection, part, new Date(linkedAt), ending);
      return clock.now();
    }
    return next === null ? null : new Date(next);
  }

  /** Imports one part when it's this session's turn. Only a few of a task's sessions import concurrently. */
  async #work(
    connection: ImportConnection,
    part: HistoryPartRecord,
    linkedAt: Date,
    ending: AbortSignal,
  ): Promise<void> {
    const signal = AbortSignal.any([ending, this.#halting.signal]);
    const context = { deps: this.#deps, owner: this.#owner, store: connection.store, inbox: this.#inbox };
    const turn = this.#places.run(async () => {
      if (signal.aborted) return;
      const work = workPart(context, part, { linkedAt, mediaHost: connection.mediaHost, signal });
      this.#working = work.catch(() => {});
      await work.finally(() => {
        this.#working = null;
      });
    });
    // When the link ends, an import that is still waiting for its turn stops waiting and gives up its place.
    await orAborted(turn, signal).catch((error: unknown) => {
      if (!(error instanceof AuthStoreClosed)) throw error;
    });
    if (signal.aborted) await this.#working;
    turn.catch(() => {});
  }
}

/** Returns when a part can be imported, in epoch ms, or null if only an event can make it due. */
function dueAt({ again_ms, missed_only }: HistoryPartRecord, { drainedAt }: ImportConnection): number | null {
  if (!missed_only) return again_ms ?? 0;
  return drainedAt === null ? null : Math.max(again_ms ?? 0, drainedAt.getTime() + MISSED_AFTER_MS);
}
