import type { Page } from "./page.ts";
import { Events } from "./resources/events.ts";
import { type CallOptions, pause } from "./transport.ts";
import type { EventsListData } from "./types.ts";
import type { WebhookEvent } from "./webhook.ts";

/** The start position, the filter, and how the position is saved. */
export interface ReadEvents extends CallOptions {
  /** The place that you saved last; left out or null: from the oldest event that is kept. */
  after?: string | null;
  types?: NonNullable<EventsListData["query"]>["types"];
  instance_id?: string;
  /**
   * Keeps the place for the next start: the id of an event, which need not be one that you were given. Called when
   * everything up to it was handled, so a crash repeats events and skips none; handle an event whose id you know only
   * once.
   */
  save?: (after: string) => unknown;
}

/** Between two polls: at most 30 a minute, so that another reader of the same key has room. */
const POLL_EVERY_MS = 2_000;
const PAGE = 100;

/** The calls of `events`, and a reader that never ends. */
export class EventReader extends Events {
  /**
   * Reads events forever, in order; `event.type` says what is in `event.data`. After a full page it polls at once,
   * otherwise every two seconds: a page may be empty although more follow, when the filter or the key leaves its events
   * out. Ends when its signal aborts, or by `break`.
   * @throws GatewayError, ConnectionError after the retries of one poll: continue from the last saved position.
   */
  async *read({
    after,
    types,
    instance_id,
    save,
    ...options
  }: ReadEvents = {}): AsyncGenerator<WebhookEvent, void, undefined> {
    const { signal } = options;
    let place = after ?? undefined;
    while (!signal?.aborted) {
      const begun = performance.now();
      const page = await unlessAborted(this.list({ after: place, types, instance_id, limit: PAGE }, options), signal);
      if (!page) return;
      for (const event of page.items) {
        yield event;
        // The caller has come back, so it has handled this one; the following ones come again at the next start.
        if (signal?.aborted) return void (await save?.(event.id));
      }
      // All of this page is handled. The place also moves past events that the gateway left out.
      const next = nextAfter(page) ?? place;
      const hasMoved = next !== place;
      if (hasMoved && next !== undefined) await save?.(next);
      place = next;
      if (hasMoved && page.hasNext && page.items.length >= PAGE) continue;
      await unlessAborted(pause(Math.max(0, POLL_EVERY_MS - (performance.now() - begun)), signal), signal);
    }
  }
}

/** Start of the next poll; null when the gateway has seen no event yet. */
function nextAfter({ meta, items }: Page<WebhookEvent>): string | null {
  return typeof meta.next_after === "string" ? meta.next_after : (items.at(-1)?.id ?? null);
}

/** @returns null when it failed and the signal has aborted. */
async function unlessAborted<T>(work: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (signal?.aborted) return null;
    throw error;
  }
}
