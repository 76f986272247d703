import type { InstanceStatus } from "../../contracts/instance.ts";
import { ApiError } from "../../errors.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { instanceRecords } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { type Condition, TransactionRefused, type Write } from "../../store/table.ts";

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
 * Requires that the account has not been suspended since the request was authenticated. Otherwise, the instance would
 * stay online for as long as the suspension lasts.
 */
const notSuspended: Condition = [
  { anyOf: [[{ item: "absent" }], [{ field: "status", op: "<>", value: "suspended" }]] },
];

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
  try {
    await deps.table.transact([
      { update: keys.instance(instance.id), ...fieldsOf(change, instance), if: notRemoved },
      recheckRow(lane, "wanted", now),
      ...(change === "stop" ? [] : [{ check: keys.account(instance.account_id), if: notSuspended }]),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    const isSuspended = error.failed[0] === undefined && error.failed[2] !== undefined;
    throw new ApiError(isSuspended ? "account_suspended" : "instance_not_found");
  }
  await ensureWake(deps, lane, now, null);
  return (await instanceRecords.read(deps.table, instance.id)) ?? instance;
}
