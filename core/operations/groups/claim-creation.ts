import type { InstanceId } from "../../contracts/ids.ts";
import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { type GroupCreation, groupCreations, newCreation } from "../../records/chats/group-creation.ts";
import { GROUP_WAIT_SEC } from "../../records/command.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { Claim } from "../../store/table.ts";

type Deps = Pick<LaneDeps, "table" | "clock" | "ids">;

/**
 * How long a second request waits for the group that the first request is creating, followed by how soon after its
 * arrival a request must begin creating its own group.
 */
const WAIT_MS = 20_000;
const BEGIN_MS = 3_000;
const LOOK_MS = 100;
/** How long a request that has received no response might still be in progress. */
const BUSY_MS = GROUP_WAIT_SEC * 1000;

/**
 * Claims the creation of a group for an Idempotency-Key, or waits for another request that is creating the group.
 * @param keptMs how long a repeated request can find the creation. Defaults to the same time as for any other
 * Idempotency-Key.
 * @returns the creation. If it contains a group, another request has created the group in the meantime. @throws
 * ApiError `in_progress`
 */
export async function claimCreation(
  deps: Deps,
  instance: InstanceId,
  place: string,
  keptMs?: number,
): Promise<GroupCreation> {
  const since = deps.clock.now().getTime();
  for (;;) {
    const now = deps.clock.now();
    const found = await readCreation(deps, instance, place);
    if (found?.group !== undefined) return found;
    const isFree = (found?.busy_ms ?? 0) <= now.getTime();
    const waited = now.getTime() - since;
    if (isFree && waited <= BEGIN_MS) {
      const begun = await begin(deps, instance, { place, keptMs }, found, now);
      if (begun) return begun;
    } else if (isFree || waited > WAIT_MS) {
      throw new ApiError("in_progress", { retryAfterSec: 1 });
    }
    await deps.clock.until(new Date(now.getTime() + LOOK_MS));
  }
}

/** Stores the claim. @returns null if another request got there first. */
async function begin(
  deps: Deps,
  instance: InstanceId,
  { place, keptMs }: { place: string; keptMs: number | undefined },
  found: GroupCreation | null,
  now: Date,
): Promise<GroupCreation | null> {
  const busy_ms = now.getTime() + BUSY_MS;
  if (found === null) {
    const creation = { ...newCreation(deps.ids.next("grp", now), now, keptMs), busy_ms };
    const put = { ...keys.idempotency(instance, place), ...creation };
    const gone: Claim[] = [{ field: "until_ms", op: "<=", value: now.getTime() }];
    const isFirst = await isCommitted(deps.table.write({ put, if: [{ anyOf: [[{ item: "absent" }], gone] }] }));
    return isFirst ? creation : null;
  }
  const asRead: Claim =
    found.busy_ms === undefined
      ? { field: "busy_ms", is: "missing" }
      : { field: "busy_ms", op: "=", value: found.busy_ms };
  const write = { update: keys.idempotency(instance, place), set: { busy_ms }, if: [asRead] };
  return (await isCommitted(deps.table.write(write))) ? found : null;
}

/** Allows the next request with this key to start immediately. */
export async function endWait({ table }: Pick<Deps, "table">, instance: InstanceId, place: string): Promise<void> {
  const update = keys.idempotency(instance, place);
  await isCommitted(table.write({ update, remove: ["busy_ms"], if: [{ item: "exists" }] }));
}

/** Removes a creation whose response has been delivered, so repeating the request creates another group. */
export async function dropCreation(
  { table }: Pick<Deps, "table">,
  instance: InstanceId,
  { place, key }: { place: string; key: string },
): Promise<void> {
  // An identical request might have claimed this place in the meantime.
  await isCommitted(
    table.write({ delete: keys.idempotency(instance, place), if: [{ field: "key", op: "=", value: key }] }),
  );
}

/** Reads the creation for a key. Returns null if there is none or it has expired. */
export async function readCreation(
  { table, clock }: Pick<Deps, "table" | "clock">,
  instance: InstanceId,
  place: string,
): Promise<GroupCreation | null> {
  const found = await groupCreations.read(table, instance, place);
  return found && found.until_ms > clock.now().getTime() ? found : null;
}
