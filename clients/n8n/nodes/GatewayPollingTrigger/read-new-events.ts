import type { IDataObject, INodeExecutionData, IPollFunctions } from "n8n-workflow";
import { NodeOperationError } from "n8n-workflow";
import { type ApiAnswer, callApi } from "../../shared/api.ts";
import { idBound } from "./id-bound.ts";

/** The state kept between two polls: the last event that was passed on or skipped. */
export interface PollState extends IDataObject {
  after?: string;
  /** Epoch milliseconds: when the gateway was asked last. */
  asked_at?: number;
}

const PAGE_EVENTS = 100;

/** The most pages of one poll; the rest waits for the next one. */
const PAGES_A_POLL = 10;

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** n8n polls at whole minutes, sometimes a little early or late: this much less than the wanted pause is enough. */
const EARLY_MS = 30_000;

/** How far a test looks back for an event to show: a busy number has one in the last hour. */
const LOOK_BACK_HOURS = [1, 24, 30 * 24];

/**
 * Whether it is not yet time to ask: n8n looks every minute unless its user says otherwise, and each request counts in
 * the plan. Spec: Limits, Events polling.
 */
export function isTooSoon(poll: IPollFunctions, state: PollState): boolean {
  const pauseMs = Number(poll.getNodeParameter("everyMinutes", 5)) * MINUTE_MS - EARLY_MS;
  const sinceMs = Date.now() - (state.asked_at ?? 0);
  // A clock that was put back must not keep it from asking.
  return sinceMs >= 0 && sinceMs < pauseMs;
}

/**
 * The events after the saved position. n8n saves the new position with the events passed on: a process that dies before
 * gets the same events again, and skips none. Spec: Events polling.
 * @returns null when there is nothing new.
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
  // Not before: what failed, as an activation with a wrong key, is asked again at once.
  state.asked_at = Date.now();
  // Two concurrent polls must not move the position back: that would repeat the events that both passed on.
  if (after !== undefined && after > (state.after ?? "")) state.after = after;
  return found.length > 0 ? found.map((json) => ({ json })) : null;
}

/**
 * A page. When a later one of a poll fails, the events of the earlier ones are passed on, and the position moves past
 * them.
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
    poll.logger.warn("A later page of events could not be read; the next poll reads it.");
    return { body: {} };
  }
}

/** The position after everything that has happened, by the gateway's clock: n8n's own may be wrong. */
async function newestPlace(poll: IPollFunctions): Promise<string> {
  const now = new Date();
  const { at } = await ask(poll, idBound(now), 1);
  return idBound(at ?? now);
}

/**
 * A few of the latest events for "Fetch Test Event"; the kept place is not touched.
 * @throws NodeOperationError when none is kept.
 */
export async function sampleEvents(poll: IPollFunctions): Promise<INodeExecutionData[]> {
  const { at } = await ask(poll, idBound(new Date()), 1);
  const now = (at ?? new Date()).getTime();
  for (const hours of LOOK_BACK_HOURS) {
    const { body } = await ask(poll, idBound(new Date(now - hours * HOUR_MS)), PAGE_EVENTS);
    const last = eventsOf(body).at(-1);
    if (last) return [{ json: last }];
  }
  throw new NodeOperationError(poll.getNode(), "No event of these types is kept yet.", {
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
