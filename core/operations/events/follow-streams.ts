import type { AccountId, ConnectionId, EventId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { counted } from "../../contracts/log-metrics.ts";
import { idMadeMs } from "../../domain/ulid-bound.ts";
import type { Log } from "../../ports.ts";
import { closeConnection } from "./close-connection.ts";
import { followConnection, type StreamStepDeps } from "./follow-connection.ts";
import { connectionsOf } from "./open-connection.ts";

/** Which of an account's connections to serve, and why. */
export interface StreamWake {
  account_id: AccountId;
  /** The last committed event, or null if no event caused the wake. */
  up_to: EventId | null;
  /** The connections to serve. Null means all of the account's connections. */
  connections: readonly ConnectionId[] | null;
}

/** The number of connections to serve in parallel. */
const AT_ONCE = 10;
/** Added to the time at which an event becomes readable, because clocks may differ slightly from the table's. */
const MARGIN_MS = 150;

/**
 * Sends events to each account's connections. If a connection fails, it is closed, so its client reconnects and
 * continues after the last event it received. The other connections are not held up.
 * @returns the wakes to repeat because the table did not respond.
 */
export async function followStreams(
  deps: StreamStepDeps & { log: Log },
  wakes: readonly StreamWake[],
  until: Date,
): Promise<StreamWake[]> {
  const results = await Promise.all(wakes.map((wake) => followWake(deps, wake, until)));
  return wakes.filter((_, i) => !results[i]);
}

async function followWake(deps: StreamStepDeps & { log: Log }, wake: StreamWake, until: Date): Promise<boolean> {
  const { account_id, up_to } = wake;
  try {
    const ids = wake.connections ?? (await connectionsOf(deps.table, account_id)).map(({ id }) => id);
    if (ids.length === 0) return true;
    const madeMs = up_to === null ? null : idMadeMs(up_to);
    if (madeMs !== null) await deps.clock.until(new Date(madeMs + LIMITS.pollVisibleAfterMs + MARGIN_MS));
    const left = ids.map((id) => ({ account_id, id }));
    const work = async () => {
      for (let one = left.shift(); one; one = left.shift()) await followOne(deps, { connection: one, up_to, until });
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    deps.log.info({ account_id, connections: ids.length }, "events were sent to the stream's connections");
    return true;
  } catch (error) {
    deps.log.error(
      { err: error, account_id },
      "connections to the stream could not be checked and will be checked again",
    );
    return false;
  }
}

async function followOne(
  deps: StreamStepDeps & { log: Log },
  step: Parameters<typeof followConnection>[1],
): Promise<void> {
  const { connection } = step;
  try {
    await followConnection(deps, step);
  } catch (error) {
    const about = { account_id: connection.account_id, connection_id: connection.id };
    await closeConnection(deps.table, connection); // throws if it is the table that fails, which others report
    const fields = { ...about, err: error, ...counted("JobsSetAside") };
    deps.log.error(fields, "an event stream could not continue; its client will reconnect");
    await deps.connections.close(connection.id, "ended").catch((failure: unknown) => {
      deps.log.warn(
        { ...about, err: failure },
        "a connection to the stream could not be closed, but receives no further events",
      );
    });
  }
}
