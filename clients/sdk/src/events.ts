import type { Page } from "./page.ts";
import { Events } from "./resources/events.ts";
import { type CallOptions, pause } from "./transport.ts";
import type { EventsListData } from "./types.ts";
import type { WebhookEvent } from "./webhook.ts";

/** The start position, the filter, and how the position is saved. */
export interface ReadEvents extends CallOptions {
  /** The position that you saved last; if omitted or null, starts with the oldest stored event. */
  after?: string | null;
  types?: NonNullable<EventsListData["query"]>["types"];
  instance_id?: string;
  /**
   * Saves the position for the next start: an event's id, not necessarily of an event you received. Called once
   * everything up to it has been handled, so a crash repeats events but skips none; ignore an event whose id you have
   * already handled.
   */
  save?: (after: string) => unknown;
}

/** The pause between polls: at most 30 a minute, so that another reader with the same key has room. */
const POLL_EVERY_MS = 2_000;
const PAGE = 100;

/** The calls of `events`, plus an endless reader. */
export class EventReader extends Events {
  /**
   * Reads events forever, in order; `event.type` determines what is in `event.data`. After a full page it polls
   * immediately, otherwise every two seconds, because a page can be empty although more follow if the filter or the key
   * excludes its events. Ends when its signal aborts, or with `break`.
   * @throws GatewayError, ConnectionError after one poll's retries: continue from the last saved position.
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
        // The caller has come back, so it has handled this event; the following ones arrive again at the next start.
        if (signal?.aborted) return void (await save?.(event.id));
      }
      // This whole page is handled. The position also moves past events that the gateway left out.
      const next = nextAfter(page) ?? place;
      const hasMoved = next !== place;
      if (hasMoved && next !== undefined) await save?.(next);
      place = next;
      if (hasMoved && page.hasNext && page.items.length >= PAGE) continue;
      await unlessAborted(pause(Math.max(0, POLL_EVERY_MS - (performance.now() - begun)), signal), signal);
    }
  }
}

/** The next poll's start; null if the gateway has had no events yet. */
function nextAfter({ meta, items }: Page<WebhookEvent>): string | null {
  return typeof meta.next_after === "string" ? meta.next_after : (items.at(-1)?.id ?? null);
}

/** @returns null if the work failed and the signal has aborted. */
async function unlessAborted<T>(work: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (signal?.aborted) return null;
    throw error;
  }
}
