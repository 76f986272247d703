import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../core/contracts/durations.ts";
import { storeChannelList } from "../../core/operations/channels/store-channel-list.ts";
import { FenceLost } from "../../core/records/fence.ts";
import type { Owner } from "../../core/records/owner.ts";
import { NotUnderstood } from "../baileys/queries/channels/ask-mex.ts";
import type { ChannelSide } from "../baileys/queries/channels/channel-side.ts";
import { AnswerUnknown } from "../baileys/shared/known-answer.ts";
import { copyChannelPictures } from "../commands/channel-pictures.ts";
import type { ChannelStore } from "../commands/perform-channel-command.ts";
import type { SessionDeps } from "../session-deps.ts";

/** The parts of a connection that the channel list uses. */
export interface ChannelsConnection {
  network(): Pick<ChannelSide, "listChannels">;
  /** Aborted when the connection has ended. */
  over: AbortSignal;
}

/**
 * The delays before the list is requested again after a failure. Every subsequent delay is an hour. We chose these
 * values ourselves: docs/decisions/0086.
 */
const AGAIN_MS: readonly number[] = [5_000, MINUTE_MS, 10 * MINUTE_MS];
/** The maximum number of immediate reloads of the list after a request changed a channel during a load. */
const CROSSED_TRIES = 5;

/**
 * Loads the channels that the linked number owns or follows whenever one of the session's connections opens, and once a
 * day. Requests that change a channel don't have to wait for a load. A list that may be older than such a change isn't
 * stored.
 */
export class Channels implements ChannelStore {
  readonly #deps: SessionDeps;
  readonly #owner: Owner;
  /** The connection being served. */
  #connection: ChannelsConnection | null = null;
  /** The number of changes started. `#ended` is the number of those finished. */
  #begun = 0;
  #ended = 0;
  /** Aborted to cut short the pause before the list is reloaded. */
  #again = new AbortController();
  #isDue = false;
  /** Settles when the list now being stored has been stored. */
  #storing: Promise<void> = Promise.resolve();

  constructor(deps: SessionDeps, owner: Owner) {
    this.#deps = deps;
    this.#owner = owner;
  }

  /** See ChannelStore. */
  async change<T>(change: (store: (write: () => Promise<void>) => Promise<void>) => Promise<T>): Promise<T> {
    this.#begun++;
    try {
      return await change(async (write) => {
        await this.#storing;
        await write();
      });
    } catch (error) {
      if (error instanceof AnswerUnknown || (error instanceof NotUnderstood && error.mayBeDone)) this.#readSoon();
      throw error;
    } finally {
      this.#ended++;
    }
  }

  /**
   * Loads the list immediately and then once a day until the connection closes. Tries more often as long as the network
   * doesn't return the list. Never rejects.
   */
  async run(connection: ChannelsConnection): Promise<void> {
    if (this.#connection === connection) return;
    this.#connection = connection;
    for (let failures = 0; !connection.over.aborted && this.#connection === connection; ) {
      let pauseMs = DAY_MS;
      try {
        await this.#takeOver(connection);
        failures = 0;
      } catch (error) {
        if (error instanceof FenceLost || connection.over.aborted) break;
        const fields = { instance_id: this.#owner.instance_id, error: String(error) };
        this.#deps.log.warn(fields, "the list of channels could not be fetched; the stored list is unchanged");
        pauseMs = AGAIN_MS[failures++] ?? HOUR_MS;
      }
      await this.#pause(pauseMs, connection);
    }
    if (this.#connection === connection) this.#connection = null;
  }

  async #pause(ms: number, { over }: ChannelsConnection): Promise<void> {
    this.#again = new AbortController();
    const until = new Date(this.#deps.clock.now().getTime() + ms);
    if (!this.#isDue) await this.#deps.clock.until(until, AbortSignal.any([over, this.#again.signal]));
    this.#isDue = false;
  }

  #readSoon(): void {
    this.#isDue = true;
    this.#again.abort();
  }

  async #takeOver(connection: ChannelsConnection): Promise<void> {
    for (let tries = 1; ; tries++) {
      const begun = this.#begun;
      const isQuiet = begun === this.#ended;
      const list = await connection.network().listChannels();
      connection.over.throwIfAborted();
      if (isQuiet && this.#begun === begun) {
        const stored = storeChannelList(this.#deps, this.#owner, list);
        this.#storing = stored.catch(() => {}); // the code that waits for it writes newer data anyway
        await stored;
        await copyChannelPictures(this.#deps, this.#owner, list.channels, connection.over);
        return;
      }
      if (tries === CROSSED_TRIES) throw new Error("Requests kept changing channels while the list was being fetched.");
    }
  }
}
