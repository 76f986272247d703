import { LIMITS } from "../contracts/limits.ts";
import { ensureWake } from "../lanes/ensure-wake.ts";
import type { LaneDeps } from "../lanes/lane.ts";
import { putRow } from "../lanes/put-row.ts";
import { endpointLane } from "../store/lane-names.ts";
import type { Write } from "../store/table.ts";

/** The owner in the name of the lane whose rows go to the deployment's event bus. No instance has such an id. */
export const BUS_OWNER = "bus";

/** An account's lane to the bus. It is woken and worked as an endpoint lane is. */
export const busLane = (account: string) => endpointLane(account, BUS_OWNER);

/** Events of so many seconds share one run of the lane; the bus is for operators and in no hurry. Our choice. */
const GATHER_SEC = 2;
const DAY_MS = 86_400_000;

/** Something for the bus that is no event of a customer: a message to the operator's own functions. */
export interface BusNotice {
  detail_type: string;
  detail: Record<string, unknown>;
}

const gathered = (now: Date) => new Date(now.getTime() + GATHER_SEC * 1000);

/** The write that sends something to the bus, for the transaction of its cause; then `wakeBus`. */
export function busRow(account: string, id: string, now: Date, notice?: BusNotice): Write {
  const expires = new Date(now.getTime() + LIMITS.retentionDays * DAY_MS);
  const row = { lane: busLane(account), queue: "Q", id, due: gathered(now), expires_at: expires };
  return putRow({ ...row, ...(notice && { data: { notice } }) }, now);
}

/** Makes sure that the bus lane is looked at; after the commit. */
export async function wakeBus(deps: LaneDeps, account: string): Promise<void> {
  await ensureWake(deps, busLane(account), gathered(deps.clock.now()), null);
}
