import type { InstanceStatus } from "../../contracts/instance.ts";
import { ApiError } from "../../errors.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import { transactNotSuspended } from "../../records/accounts/not-suspended.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { instanceRecords } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { type Condition, type SomeWrites, TransactionRefused, type Write } from "../../store/table.ts";

/** The connection changes that a customer can request. */
export type InstanceChange = "stop" | "start" | "restart" | "logout";

type Fields = Pick<Extract<Write, { update: unknown }>, "set" | "add">;

/**
 * The write that records each request. The session later carries out the change and records the outcome. Spec: Instance
 * lifecycle.
 */
const CHANGES: Record<InstanceChange, Fields> = {
  stop: { set: { wanted: "off" } },
  start: { set: { wanted: "on" } },
  restart: { set: { wanted: "on" }, add: { restart_seq: 1 } },
  // A logged-out instance waits for a new scan, so it is set to go online and is allowed to start a new link.
  logout: { set: { wanted: "on", link_refused: false }, add: { logout_seq: 1 } },
};

/**
 * The statuses in which a plain start would leave the instance disconnected until a wait that has already begun is
 * over.
 */
const DOWN: ReadonlySet<InstanceStatus> = new Set(["failed", "stopped"]);

/**
 * Starting an instance that is offline connects it immediately, as a restart would, because a ban might have been
 * lifted early.
 */
const fieldsOf = (change: InstanceChange, { status }: InstanceRecord): Fields =>
  change === "start" && DOWN.has(status) ? CHANGES.restart : CHANGES[change];

/** Requires that the instance exists and has not been deleted. */
export const notRemoved: Condition = [{ item: "exists" }, { field: "removed_at", op: "=", value: null }];

/**
 * Records the state that the customer wants for the instance, and makes its session recheck.
 * @returns the updated instance; its `status` changes later. @throws ApiError `instance_not_found` if the instance has
 * been deleted in the meantime; `account_suspended` if the account has been suspended in the meantime.
 */
export async function requestInstanceChange(
  deps: LaneDeps,
  instance: InstanceRecord,
  change: InstanceChange,
): Promise<InstanceRecord> {
  const now = deps.clock.now();
  const lane = instanceLane(instance.id);
  const writes: SomeWrites = [
    { update: keys.instance(instance.id), ...fieldsOf(change, instance), if: notRemoved },
    recheckRow(lane, "wanted", now),
  ];
  try {
    if (change === "stop") await deps.table.transact(writes);
    else await transactNotSuspended(deps.table, instance.account_id, writes);
  } catch (error) {
    throw error instanceof TransactionRefused ? new ApiError("instance_not_found") : error;
  }
  await ensureWake(deps, lane, now, null);
  return (await instanceRecords.read(deps.table, instance.id)) ?? instance;
}
