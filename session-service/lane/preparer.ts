import type { MessageRecord } from "../../core/contracts/message.ts";
import { ensureWake } from "../../core/lanes/ensure-wake.ts";
import type { LaneRow } from "../../core/lanes/lane.ts";
import type { EventDeps } from "../../core/operations/message-events.ts";
import { failMessage, type Ownership } from "../../core/operations/send-steps.ts";
import { storePrepared } from "../../core/operations/store-prepared.ts";
import { CannotPrepare, type LiveSession } from "../live-session.ts";

/** Files of one instance that are fetched, converted and uploaded at once. */
const AT_ONCE = 2;
/** A file that could not be prepared for a passing reason is tried again after this. */
export const PREPARE_AGAIN_MS = 10_000;

/**
 * Prepares files beside the lane, before their messages' turn: a slow file never holds up a reply. Nothing here is
 * kept but what ends in the table; after a crash it is simply done again.
 */
export class Preparer {
  readonly #deps: EventDeps;
  readonly #own: Ownership;
  readonly #session: LiveSession;
  readonly #running = new Map<string, Promise<void>>();
  /** When a row that failed for a passing reason may be tried again, by the clock. */
  readonly #notBefore = new Map<string, number>();

  constructor(deps: EventDeps, own: Ownership, session: LiveSession) {
    this.#deps = deps;
    this.#own = own;
    this.#session = session;
  }

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  ended(): Promise<unknown> {
    return Promise.all(this.#running.values());
  }

  /** Begins with as many of these rows as there is room for. */
  begin(rows: LaneRow[], messageOf: (row: LaneRow) => Promise<MessageRecord | null>): void {
    for (const row of rows) {
      if (this.#running.size >= AT_ONCE || !this.#session.isOpen()) return;
      const id = String(row.message_id);
      if (this.#running.has(id) || (this.#notBefore.get(id) ?? 0) > this.#deps.clock.now().getTime()) continue;
      const work = this.#prepare(row, messageOf).finally(() => {
        this.#running.delete(id);
        return this.#wake(row.pk);
      });
      this.#running.set(id, work);
    }
  }

  async #prepare(row: LaneRow, messageOf: (row: LaneRow) => Promise<MessageRecord | null>): Promise<void> {
    const about = { instance_id: this.#own.instance_id, message_id: String(row.message_id) };
    try {
      const message = await messageOf(row);
      if (!message) return;
      try {
        const chat = await this.#session.resolveChat(message.phone, message.chat_id);
        const bytes = await this.#session.encode(chat, message);
        await storePrepared(this.#deps, this.#own, row, message, bytes);
        this.#notBefore.delete(about.message_id);
      } catch (error) {
        if (!(error instanceof CannotPrepare)) throw error;
        this.#deps.log.warn({ ...about, code: error.code, why: error.message }, "a message can't be sent");
        await failMessage(this.#deps, this.#own, message, row, error.code);
        this.#notBefore.delete(about.message_id);
      }
    } catch (error) {
      this.#deps.log.warn({ ...about, error: String(error) }, "a file could not be prepared; it is tried again");
      this.#notBefore.set(about.message_id, this.#deps.clock.now().getTime() + PREPARE_AGAIN_MS);
    }
  }

  /** However it ended: a message may go or has ended, and there is room for the next file. */
  async #wake(lane: string): Promise<void> {
    await ensureWake(this.#deps, lane, this.#deps.clock.now(), null).catch((error) => {
      const about = { instance_id: this.#own.instance_id, error: String(error) };
      this.#deps.log.warn(about, "the lane was not woken behind a file; it looks by itself in a few seconds");
    });
  }
}
