import type { IDataObject, INodeExecutionData, IPollFunctions } from "n8n-workflow";
import { NodeOperationError } from "n8n-workflow";
import { type ApiAnswer, callApi } from "../../shared/api.ts";
import { idBound } from "./id-bound.ts";

/** The state stored between polls, including the id of the last event that was passed on or skipped. */
export interface PollState extends IDataObject {
  after?: string;
  /** The time of the last poll, in epoch milliseconds. */
  asked_at?: number;
}

const PAGE_EVENTS = 100;

/** The maximum number of pages fetched per poll. The next poll fetches the rest. */
const PAGES_A_POLL = 10;

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/**
 * Tolerance for the interval between polls, because n8n's polls, which run on the minute, are sometimes a little early
 * or late.
 */
const EARLY_MS = 30_000;

/**
 * How many hours a test looks back for an event to show, tried in order. A busy number usually has an event within the
 * last hour.
 */
const LOOK_BACK_HOURS = [1, 24, 30 * 24];

/**
 * Whether it is too soon to poll the gateway again. By default, n8n polls every minute, but each request counts against
 * the plan's limit. Spec: Limits, Events polling.
 */
export function isTooSoon(poll: IPollFunctions, state: PollState): boolean {
  const pauseMs = Number(poll.getNodeParameter("everyMinutes", 5)) * MINUTE_MS - EARLY_MS;
  const sinceMs = Date.now() - (state.asked_at ?? 0);
  // If the clock was set back, the difference is negative, but polling must continue anyway.
  return sinceMs >= 0 && sinceMs < pauseMs;
}

/**
 * Returns the events after the saved position. n8n saves the new position together with the events passed on. If the
 * process dies before that, the same events are fetched again, so none are skipped. Spec: Events polling.
 * @returns null if there are no new events.
 */
export async function readNewEvents(poll: IPollFunctions, state: PollState): Promise<INodeExecutionData[] | null> {
  if (state.after === undefined && poll.getNodeParameter("startWith", "new") === "new") {
    state.after = await newestPlace(poll);
    state.asked_at = Date.now();
    return null;
  }
  const found: IDataObject[] = [];
  let after = state.after;
  for (let page = 0; page < PAGES_A_POLL; page++) {
    const { body } = await pageAfter(poll, after, page > 0);
    found.push(...eventsOf(body));
    const next = typeof body.next_after === "string" ? body.next_after : after;
    const isStuck = next === after;
    after = next;
    if (body.has_more !== true || isStuck) break;
  }
  // Set only after success, so that after a failure, such as an activation with a wrong key, the next poll can follow
  // immediately.
  state.asked_at = Date.now();
  // When two polls run concurrently, the slower poll must not move the position back, or events that both passed on
  // would be repeated.
  if (after !== undefined && after > (state.after ?? "")) state.after = after;
  return found.length > 0 ? found.map((json) => ({ json })) : null;
}

/**
 * Fetches a page. If a poll fails on a later page, the events from earlier pages are still passed on and the position
 * moves past them.
 */
async function pageAfter(
  poll: IPollFunctions,
  after: string | undefined,
  isLater: boolean,
): Promise<{ body: IDataObject }> {
  if (!isLater) return ask(poll, after, PAGE_EVENTS);
  try {
    return await ask(poll, after, PAGE_EVENTS);
  } catch {
    poll.logger.warn("A later page of events could not be fetched. The next poll will fetch it.");
    return { body: {} };
  }
}

/**
 * Returns the position after the newest event. Uses the gateway's clock, because the clock of the n8n host may be
 * wrong.
 */
async function newestPlace(poll: IPollFunctions): Promise<string> {
  const now = new Date();
  const { at } = await ask(poll, idBound(now), 1);
  return idBound(at ?? now);
}

/**
 * Returns the latest event for "Fetch Test Event", without changing the saved position.
 * @throws NodeOperationError if no event is stored.
 */
export async function sampleEvents(poll: IPollFunctions): Promise<INodeExecutionData[]> {
  const { at } = await ask(poll, idBound(new Date()), 1);
  const now = (at ?? new Date()).getTime();
  for (const hours of LOOK_BACK_HOURS) {
    const { body } = await ask(poll, idBound(new Date(now - hours * HOUR_MS)), PAGE_EVENTS);
    const last = eventsOf(body).at(-1);
    if (last) return [{ json: last }];
  }
  throw new NodeOperationError(poll.getNode(), "No events of these types are stored yet.", {
    description: "Write to the number from another phone, wait five seconds, and fetch again.",
  });
}

function ask(poll: IPollFunctions, after: string | undefined, limit: number): Promise<ApiAnswer> {
  const instance = poll.getNodeParameter("instance", "", { extractValue: true });
  const types = poll.getNodeParameter("events", []);
  return callApi(poll, {
    method: "GET",
    path: "/v1/events",
    query: { after, limit, types: types as string[], instance_id: instance },
    answer: "after",
  });
}

const eventsOf = ({ data }: IDataObject) => (Array.isArray(data) ? (data as IDataObject[]) : []); // envelopes
