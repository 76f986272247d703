import { BUS_SOURCE_EVENTS, BUS_SOURCE_NOTICES } from "../contracts/bus-events.ts";
import type { EventRecord } from "../contracts/event.ts";
import type { LaneDeps, LanePlan, LaneRow, LaneRun, LaneWorker } from "../lanes/lane.ts";
import { rowId } from "../lanes/put-row.ts";
import type { BusEntry, EventBus } from "../ports.ts";
import { keys } from "../store/keys.ts";
import type { BusNotice } from "./bus-rows.ts";

/** Entries handed over at once; the bus takes ten a call. */
const PAGE_ROWS = 50;
/** A bus that refuses is asked again after this. Our choice. */
const REFUSED_SEC = 30;
/** Seconds of lease that one page may need. */
const PAGE_NEEDS_SEC = 15;

interface BusRow extends LaneRow {
  notice?: BusNotice;
}

/** What forwarding needs. */
export interface BusDeps extends LaneDeps {
  bus: EventBus;
}

/**
 * The worker of an account's bus lane: hands each event over at least once, off the way of the webhooks. An event ends
 * here when the bus has it, when its record is gone, or after 30 days.
 */
export function busWorker(deps: BusDeps, lane: string, account: string): LaneWorker {
  let refusedUntil: Date | null = null;

  const heads = async () => (await deps.table.query({ pk: lane, prefix: "Q#", limit: PAGE_ROWS })).items as BusRow[]; // put by busRow only

  async function plan(): Promise<LanePlan> {
    const [first] = await heads();
    if (!first) return { next: null, held: {} };
    const due = new Date(first.due);
    return { next: refusedUntil && refusedUntil > due ? refusedUntil : due, held: {} };
  }

  async function work(run: LaneRun): Promise<LanePlan> {
    while (!run.isTimeUp() && refusedUntil === null && (await run.holds(PAGE_NEEDS_SEC))) {
      const rows = await heads();
      if (rows.length === 0) break;
      const isWhole = await forward(deps, account, rows);
      if (!isWhole) refusedUntil = new Date(deps.clock.now().getTime() + REFUSED_SEC * 1000);
    }
    return plan();
  }

  return { work, plan };
}

/** @returns false when the bus did not take all of them. */
async function forward(deps: BusDeps, account: string, rows: BusRow[]): Promise<boolean> {
  const now = deps.clock.now();
  const entries = await entriesOf(deps, account, rows);
  const wanted = rows.filter((row) => entries.has(row.sk) && new Date(row.expires_at) > now);
  const ended = rows.filter((row) => !wanted.includes(row));
  const answers = wanted.length > 0 ? await put(deps, wanted, entries) : [];
  const taken = wanted.filter((_, i) => answers[i] === null);
  const tooLarge = wanted.filter((_, i) => answers[i] === "TOO_LARGE");
  for (const { sk } of tooLarge) deps.log.error({ event_id: rowId(sk) }, "an event is too large for the bus");
  await Promise.all([...ended, ...taken, ...tooLarge].map(({ pk, sk }) => deps.table.write({ delete: { pk, sk } })));
  if (taken.length > 0) deps.log.info({ account_id: account, events: taken.length }, "events went to the bus");
  return taken.length + tooLarge.length === wanted.length;
}

async function put(deps: BusDeps, rows: BusRow[], entries: Map<string, BusEntry>): Promise<(string | null)[]> {
  const wanted = rows.flatMap((row) => entries.get(row.sk) ?? []);
  try {
    const answers = await deps.bus.put(wanted);
    const reason = answers.find((answer) => answer !== null);
    if (reason) deps.log.warn({ reason }, "the bus did not take an event; it is sent again");
    return answers;
  } catch (error) {
    deps.log.error({ err: error }, "the bus could not be reached; its events are sent again");
    return rows.map(() => "unreachable");
  }
}

/** By sort key; rows whose event is gone have none. */
async function entriesOf(deps: BusDeps, account: string, rows: BusRow[]): Promise<Map<string, BusEntry>> {
  const ids = rows.filter((row) => !row.notice).map((row) => rowId(row.sk));
  const found = await deps.table.getMany(ids.map((id) => keys.event(account, id)));
  const events = new Map((found as unknown as EventRecord[]).map((event) => [event.id, event])); // put by publish-event
  const entries = new Map<string, BusEntry>();
  for (const row of rows) {
    const entry = row.notice ? noticeEntry(row, row.notice) : eventEntry(events.get(rowId(row.sk)));
    if (entry) entries.set(row.sk, entry);
  }
  return entries;
}

const noticeEntry = (row: BusRow, notice: BusNotice): BusEntry => ({
  source: BUS_SOURCE_NOTICES,
  detail_type: notice.detail_type,
  detail: JSON.stringify(notice.detail),
  at: new Date(row.put_at),
});

/** The envelope as customers get it, with the account and the instance it is of. */
function eventEntry(event: EventRecord | undefined): BusEntry | null {
  if (!event) return null;
  const place = JSON.stringify({ account_id: event.account_id, instance_id: event.instance_id });
  return {
    source: BUS_SOURCE_EVENTS,
    detail_type: event.type,
    detail: `${place.slice(0, -1)},${event.body.slice(1)}`,
    at: new Date(event.created_at),
  };
}
