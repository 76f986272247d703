import { GatewayError } from "./errors.ts";
import type { Page } from "./page.ts";
import { Events } from "./resources/events.ts";
import { eventsOfSocket, socketClass } from "./stream.ts";
import { type CallOptions, pause } from "./transport.ts";
import type { EventsListData } from "./types.ts";
import type { WebhookEvent } from "./webhook.ts";

/** Options for reading events: where to start, which events to read, and how to save the position. */
export interface ReadEvents extends CallOptions {
  /** The last position you saved. If omitted or null, reading starts with the oldest stored event. */
  after?: string | null;
  types?: NonNullable<EventsListData["query"]>["types"];
  instance_id?: string;
  /**
   * Saves the position for the next start. It is an event id, though not necessarily that of an event you received.
   * Called once everything up to that position has been handled, so a crash repeats events but never skips any. Ignore
   * events whose ids you have already handled.
   */
  save?: (after: string) => unknown;
}

/**
 * The interval between polls. It results in at most 30 polls a minute, which leaves room for another reader with the
 * same key.
 */
const POLL_EVERY_MS = 2_000;
const PAGE = 100;

/** A connection that lasted at least this long is considered good, so the next connection is opened immediately. */
const GOOD_MS = 60_000;
const LONGEST_PAUSE_MS = 300_000;
/** The number of retries for a poll in `live`. They span about a minute, long enough for the gateway to restart. */
const LIVE_RETRIES = 8;

type Place = string | undefined;

/** The `events` calls, plus two readers that run indefinitely. */
export class EventReader extends Events {
  /**
   * Reads events indefinitely, in order. `event.type` determines the type of `event.data`. After a full page, it polls
   * again immediately; otherwise, it polls every two seconds. It also polls again immediately after an empty page that
   * has a next page, because the filter or the key can exclude all of a page's events. Ends when its signal aborts, or
   * with `break`.
   * @throws GatewayError, ConnectionError once a poll's retries are exhausted. Continue from the last saved position.
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
   * Reads like `read`, but receives events over a WebSocket as they happen, if the gateway has a stream and the runtime
   * supports WebSocket. Polls until it has caught up, then connects. When the connection closes, or when the loop falls
   * far behind the events, it returns to polling. Never skips or repeats an event. `save` is called after each event.
   * @throws the errors that `read` throws. Unless `maxRetries` is set, a poll is retried for about a minute.
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

  /**
   * Yields a page's events. @returns the next page's position and whether more events are waiting, or null if aborted.
   */
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
      // The caller requested the next event, so it has handled this one. After an abort, later events are delivered
      // again at the next start.
      if (signal?.aborted) {
        await save?.(event.id);
        return null;
      }
    }
    // The whole page has been handled. The position also moves past events that the gateway filtered out.
    const place = nextAfter(page) ?? after;
    const hasMoved = place !== after;
    if (hasMoved && place !== undefined) await save?.(place);
    return { place, hasMore: hasMoved && page.hasNext && page.items.length >= PAGE };
  }

  /**
   * Opens a connection. @returns its events, no events if connecting fails, or null if no stream is available at all.
   */
  async #connect(after: Place, { types, instance_id, signal, timeoutMs, maxRetries }: ReadEvents) {
    const WebSocket = socketClass();
    if (!WebSocket) return null;
    try {
      const url = new URL((await this.createStreamTicket({ signal, timeoutMs, maxRetries })).url);
      for (const [name, value] of Object.entries({ after, instance_id })) if (value) url.searchParams.set(name, value);
      for (const type of types ?? []) url.searchParams.append("types", type);
      return eventsOfSocket(new WebSocket(url.href), signal);
    } catch (error) {
      // If the gateway refuses more than just the stream, the next poll will show it.
      return error instanceof GatewayError && error.status === 404 ? null : [];
    }
  }
}

const pauseSince = (begun: number, signal: AbortSignal | undefined) =>
  unlessAborted(pause(Math.max(0, POLL_EVERY_MS - (performance.now() - begun)), signal), signal);

/** Returns the start position for the next poll, or null if the gateway hasn't had any events yet. */
function nextAfter({ meta, items }: Page<WebhookEvent>): string | null {
  return typeof meta.next_after === "string" ? meta.next_after : (items.at(-1)?.id ?? null);
}

/** Waits for the work. @returns null if the work failed after the signal was aborted. */
async function unlessAborted<T>(work: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (signal?.aborted) return null;
    throw error;
  }
}
