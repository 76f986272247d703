import { Events } from "./resources/events.ts";
import { type CallOptions, pause } from "./transport.ts";
import type { Event, EventsListData } from "./types.ts";

/** Where to read events from, which, and how the place is kept. */
export interface ReadEvents extends CallOptions {
  /** The id of the last event that you have handled; left out or null: from the oldest that is kept. */
  after?: string | null;
  types?: NonNullable<EventsListData["query"]>["types"];
  instance_id?: string;
  /**
   * Keeps the place for the next start. Called when everything before it was handled, so a crash repeats events and skips
   * none; handle an event whose id you know only once.
   */
  save?: (after: string) => unknown;
}

/** Between two polls: at most 30 a minute, so that another reader of the same key has room. */
const POLL_EVERY_MS = 2_000;
const PAGE = 100;

/** The calls of `events`, and a reader that goes on for ever. */
export class EventReader extends Events {
  /**
   * Reads events for ever, in their order; polls at once while there are more. Ends when its signal aborts, or by `break`.
   * @throws GatewayError, ConnectionError after the retries of one poll: go on from the place that was saved last.
   */
  async *read({
    after,
    types,
    instance_id,
    save,
    ...options
  }: ReadEvents = {}): AsyncGenerator<Event, void, undefined> {
    let place = after ?? undefined;
    while (!options.signal?.aborted) {
      const begun = performance.now();
      const page = await this.list({ after: place, types, instance_id, limit: PAGE }, options);
      for (const event of page.items) {
        yield event;
        place = event.id;
      }
      // The caller has come back for more: it has handled all of this page.
      if (page.items.length > 0 && place !== undefined) await save?.(place);
      if (page.hasNext) continue;
      try {
        await pause(Math.max(0, POLL_EVERY_MS - (performance.now() - begun)), options.signal);
      } catch {
        return;
      }
    }
  }
}
