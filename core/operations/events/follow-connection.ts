import { pingFrame } from "../../contracts/events/stream-frames.ts";
import { STREAM_MARKER } from "../../contracts/events/stream-marker.ts";
import type { EventId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { idMadeMs } from "../../domain/ulid-bound.ts";
import type { Clock, Ids } from "../../ports.ts";
import { type StreamConnectionRecord, streamConnections } from "../../records/stream.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed, type Write } from "../../store/table.ts";
import { closeConnection } from "./close-connection.ts";
import { type FollowDeps, followEvents } from "./follow-events.ts";

/** Dependencies for one step of a connection. */
export interface StreamStepDeps extends FollowDeps {
  clock: Clock;
  ids: Pick<Ids, "random">;
}

/** A step that sends events over a connection. */
export interface StreamStep {
  connection: Pick<StreamConnectionRecord, "account_id" | "id">;
  /** The event up to which the connection must be served. Null sends whatever is available. */
  up_to: EventId | null;
  /** When the step must stop. Another step sends whatever events are left. */
  until: Date;
}

/**
 * How long after a step's last sign of life other steps must wait before starting. After that, the step is assumed
 * dead.
 */
const HELD_MS = 20_000;
const AGAIN_MS = 500;
/** If an event can't be found for this long, it was stored under another ID, which has its own step. */
const FORGOTTEN_MS = 10_000;
/**
 * Processes that read the account's settings before the connection was opened don't mark their events for the stream.
 * Once the connection is this old, all such events have been committed and can be read.
 */
const UNMARKED_MS = 6_000;

/**
 * Sends a connection all events up to a given event, starting from the place stored in the connection's record, and
 * stores the new place. Only one of a connection's steps sends at a time, unless a step takes longer than `HELD_MS` for
 * a page. In that case, a page may be sent twice. Events are never skipped or sent out of order, because every step
 * sends in order, starting from a place up to which everything has been sent.
 */
export async function followConnection(deps: StreamStepDeps, step: StreamStep): Promise<void> {
  const holder = deps.ids.random(8).toString("hex");
  for (;;) {
    const taken = await take(deps, step, holder);
    if (taken === "gone") return;
    if (taken !== "held") {
      if ((await send(deps, step, taken)) === "done") return;
    } else if (deps.clock.now() >= step.until) return askAgain(deps, step);
    await wait(deps.clock, AGAIN_MS);
  }
}

/** Claims the connection for one step, unless another step holds it. */
async function take(
  deps: StreamStepDeps,
  { connection }: StreamStep,
  holder: string,
): Promise<StreamConnectionRecord | "held" | "gone"> {
  const now = deps.clock.now();
  const key = keys.streamConnection(connection.account_id, connection.id);
  const isFree = [{ field: "held_until", is: "missing" as const }];
  const isOver = [{ field: "held_until", op: "<=" as const, value: now.toISOString() }];
  try {
    const item = await deps.table.write({
      update: key,
      set: { holder, held_until: heldFrom(now) },
      remove: ["live"],
      if: [{ item: "exists" }, { anyOf: [isFree, isOver] }],
    });
    return item === null ? "gone" : streamConnections.of(item);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    if (error.item !== null) return "held";
    // A connection without a record receives nothing, so close it to make the client reconnect.
    await deps.connections.close(connection.id, "ended");
    return "gone";
  }
}

/** @returns `lost` if another step has taken over, because that step might have missed this step's event. */
async function send(
  deps: StreamStepDeps,
  { up_to, until }: StreamStep,
  record: StreamConnectionRecord,
): Promise<"done" | "lost"> {
  if (record.read_to === undefined && !(await isOpened(deps, record))) return "done";
  let place = record.read_to ?? record.after;
  for (;;) {
    const followed = await followEvents(deps, record, place, deps.clock.now());
    if (followed === null) return "done";
    place = followed.after;
    const now = deps.clock.now();
    const isOver = now >= until;
    const isThere = !followed.has_more && isPassed(up_to, place, now);
    if (isOver || isThere) {
      await isKept(deps, record, released(record, place, { again: !isThere || isYoung(record, now) }));
      return "done";
    }
    if (!(await isKept(deps, record, { set: { read_to: place, held_until: heldFrom(now) } }))) return "lost";
    if (!followed.has_more) await wait(deps.clock, AGAIN_MS);
  }
}

/**
 * Greets a new connection. @returns false if the connection isn't open: either it isn't open yet, and another step will
 * check again, or it has already been closed.
 */
async function isOpened(deps: StreamStepDeps, record: StreamConnectionRecord): Promise<boolean> {
  if ((await deps.connections.post(record.id, pingFrame(LIMITS.streamQuietSec))) === "sent") return true;
  const ageMs = deps.clock.now().getTime() - Date.parse(record.opened_at);
  if (ageMs >= LIMITS.streamOpeningSec * 1000) await closeConnection(deps.table, record);
  else {
    await wait(deps.clock, AGAIN_MS); // what is asked for here begins at once
    await isKept(deps, record, released(record, undefined, { again: true }));
  }
  return false;
}

const isPassed = (upTo: EventId | null, place: EventId | null, now: Date): boolean =>
  upTo === null || (place !== null && place >= upTo) || now.getTime() > (idMadeMs(upTo) ?? 0) + FORGOTTEN_MS;

const isYoung = ({ opened_at }: StreamConnectionRecord, now: Date) =>
  now.getTime() < Date.parse(opened_at) + UNMARKED_MS;

const heldFrom = (now: Date) => new Date(now.getTime() + HELD_MS).toISOString();

const wait = (clock: Clock, ms: number) => clock.until(new Date(clock.now().getTime() + ms));

/**
 * Returns the change that releases the connection after a step. @param again whether the table's stream must start
 * another step.
 */
function released(record: StreamConnectionRecord, place: EventId | null | undefined, { again }: { again: boolean }) {
  return {
    set: { ...(place !== undefined && { read_to: place }), ...(again && nextStep(record)) },
    remove: ["holder", "held_until"],
  };
}

/**
 * Returns fields that make the table's stream start another step. The fields differ each time, because rewriting an
 * identical item doesn't count as a change.
 */
const nextStep = ({ again = 0 }: Pick<StreamConnectionRecord, "again">) => ({ live: STREAM_MARKER, again: again + 1 });

/** Changes the connection's record. @returns false if another step now holds the connection. */
async function isKept(
  { table }: StreamStepDeps,
  { account_id, id, holder }: StreamConnectionRecord,
  change: Pick<Extract<Write, { update: unknown }>, "set" | "remove">,
): Promise<boolean> {
  const isMine = [{ field: "holder", op: "=" as const, value: holder ?? "" }];
  try {
    await table.write({ update: keys.streamConnection(account_id, id), ...change, if: isMine });
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}

/** Makes the table's stream start another step for a connection that a different step currently holds. */
async function askAgain({ table }: StreamStepDeps, { connection }: StreamStep): Promise<void> {
  const { account_id, id } = connection;
  const update = keys.streamConnection(account_id, id);
  try {
    await table.write({ update, set: { live: STREAM_MARKER }, add: { again: 1 }, if: [{ item: "exists" }] });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error; // it has ended
  }
}
