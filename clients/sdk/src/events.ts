import { GatewayError } from "./errors.ts";
import type { Page } from "./page.ts";
import { Events } from "./resources/events.ts";
import { eventsOfSocket, socketClass } from "./stream.ts";
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

/** A connection that lasted this long was good: the next one is opened at once. */
const GOOD_MS = 60_000;
const LONGEST_PAUSE_MS = 300_000;
/** Retries of a poll in `live` take a minute or so, as a restart of the gateway does. */
const LIVE_RETRIES = 8;

type Place = string | undefined;

/** The calls of `events`, plus endless readers. */
export class EventReader extends Events {
  /**
   * Reads events forever, in order; `event.type` determines what is in `event.data`. After a full page it polls
   * immediately, otherwise every two seconds, because a page can be empty although more follow if the filter or the key
   * excludes its events. Ends when its signal aborts, or with `break`.
   * @throws GatewayError, ConnectionError after one poll's retries: continue from the last saved position.
   */
  async *read(wish: ReadEvents = {}): AsyncGenerator<WebhookEvent, void, undefined> {
    let place: Place = wish.after ?? undefined;
    for (;;) {
      const begun = performance.now();
      const polled = yield* this.#poll(place, wish);
      if (!polled) return;
      place = polled.place;
      if (!polled.hasMore) await pauseSince(begun, wish.signal);
    }
  }

  /**
   * Reads like `read`, but gets events as they happen: over a WebSocket, if the gateway has a stream and the runtime a
   * WebSocket. Polls until nothing is left, then connects; when the connection ends, or the loop is much slower than
   * the events, it polls again. Skips no event and yields none twice. `save` is called after each event.
   * @throws as `read`; without `maxRetries`, a poll is retried for about a minute.
   */
  async *live(given: ReadEvents = {}): AsyncGenerator<WebhookEvent, void, undefined> {
    const { save, signal } = given;
    const wish = { ...given, maxRetries: given.maxRetries ?? LIVE_RETRIES };
    let place: Place = given.after ?? undefined;
    let failed = 0;
    let connectAt = 0;
    for (;;) {
      const begun = performance.now();
      const polled = yield* this.#poll(place, wish);
      if (!polled) return;
      place = polled.place;
      if (polled.hasMore) continue;
      if (performance.now() < connectAt) {
        await pauseSince(begun, signal);
        continue;
      }
      const stream = await this.#connect(place, given);
      const connected = performance.now();
      for await (const event of stream ?? []) {
        if (place !== undefined && event.id <= place) continue; // ids are in order, so it was there before
        yield event;
        place = event.id;
        await save?.(place);
      }
      const now = performance.now();
      failed = now - connected >= GOOD_MS ? 0 : failed + 1;
      connectAt =
        stream === null ? Infinity : now + (failed && Math.min(LONGEST_PAUSE_MS, POLL_EVERY_MS * 2 ** failed));
    }
  }

  /** Yields a page's events. @returns where the next page begins, and whether to ask at once; null: it was aborted. */
  async *#poll(
    after: Place,
    { types, instance_id, save, after: _first, ...options }: ReadEvents,
  ): AsyncGenerator<WebhookEvent, { place: Place; hasMore: boolean } | null, undefined> {
    const { signal } = options;
    if (signal?.aborted) return null;
    const page = await unlessAborted(this.list({ after, types, instance_id, limit: PAGE }, options), signal);
    if (!page) return null;
    for (const event of page.items) {
      yield event;
      // The caller has come back, so it has handled this event; the following ones arrive again at the next start.
      if (signal?.aborted) {
        await save?.(event.id);
        return null;
      }
    }
    // This whole page is handled. The position also moves past events that the gateway left out.
    const place = nextAfter(page) ?? after;
    const hasMoved = place !== after;
    if (hasMoved && place !== undefined) await save?.(place);
    return { place, hasMore: hasMoved && page.hasNext && page.items.length >= PAGE };
  }

  /** Opens a connection. @returns its events, none if it fails; null if there is no stream here at all. */
  async #connect(after: Place, { types, instance_id, signal, timeoutMs, maxRetries }: ReadEvents) {
    const WebSocket = socketClass();
    if (!WebSocket) return null;
    try {
      const url = new URL((await this.createStreamTicket({ signal, timeoutMs, maxRetries })).url);
      for (const [name, value] of Object.entries({ after, instance_id })) if (value) url.searchParams.set(name, value);
      for (const type of types ?? []) url.searchParams.append("types", type);
      return eventsOfSocket(new WebSocket(url.href), signal);
    } catch (error) {
      // The polls that follow show whether more than the stream is refused.
      return error instanceof GatewayError && error.status === 404 ? null : [];
    }
  }
}

const pauseSince = (begun: number, signal: AbortSignal | undefined) =>
  unlessAborted(pause(Math.max(0, POLL_EVERY_MS - (performance.now() - begun)), signal), signal);

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
