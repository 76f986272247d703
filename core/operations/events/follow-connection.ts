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

/** Dependencies for a step of a connection. */
export interface StreamStepDeps extends FollowDeps {
  clock: Clock;
  ids: Pick<Ids, "random">;
}

/** One step of a connection. */
export interface StreamStep {
  connection: Pick<StreamConnectionRecord, "account_id" | "id">;
  /** The event that the connection must get or pass over; null: whatever there is. */
  up_to: EventId | null;
  /** When the step ends; what is left then is another one's. */
  until: Date;
}

/** No other step begins for this long after the last sign of one, which may have died. */
const HELD_MS = 20_000;
const AGAIN_MS = 500;
/** An event that can't be found for this long got another id, which has a step of its own. */
const FORGOTTEN_MS = 10_000;
/**
 * Somebody who read the account's settings before the connection was opened has committed its unmarked event by this
 * age of the connection, and everybody can read it.
 */
const UNMARKED_MS = 6_000;

/**
 * Sends a connection everything up to an event, from where its record says that it has got to, and stores the new
 * place. At most one step of a connection sends at a time, unless one takes longer than `HELD_MS` for a page: then a
 * page may arrive twice. It is never out of order nor skipped, because every step sends in order from a place up to
 * which all was sent.
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

/** Takes the connection for one step, if no other has it. */
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
    // Without a record it gets nothing: its client connects again.
    await deps.connections.close(connection.id, "ended");
    return "gone";
  }
}

/** @returns `lost` if another step has taken over, which may not know of this one's event. */
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

/** Greets a new connection. @returns false if it isn't open: not yet, so that another step looks, or not any more. */
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

/** Returns the change with which a step ends. @param again whether the table's stream starts another one. */
function released(record: StreamConnectionRecord, place: EventId | null | undefined, { again }: { again: boolean }) {
  return {
    set: { ...(place !== undefined && { read_to: place }), ...(again && nextStep(record)) },
    remove: ["holder", "held_until"],
  };
}

/** The fields at which the stream starts another step, different each time, because an equal item is no change. */
const nextStep = ({ again = 0 }: Pick<StreamConnectionRecord, "again">) => ({ live: STREAM_MARKER, again: again + 1 });

/** Changes the connection's record. @returns false if another step has it now. */
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

/** Has the stream start another step for a connection that another one has. */
async function askAgain({ table }: StreamStepDeps, { connection }: StreamStep): Promise<void> {
  const { account_id, id } = connection;
  const update = keys.streamConnection(account_id, id);
  try {
    await table.write({ update, set: { live: STREAM_MARKER }, add: { again: 1 }, if: [{ item: "exists" }] });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error; // it has ended
  }
}
