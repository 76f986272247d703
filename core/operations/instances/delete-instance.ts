import { ApiError } from "../../errors.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { POST_SETTINGS_MS } from "../../records/webhooks/endpoint-state.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { type Claim, TransactionRefused, type Write } from "../../store/table.ts";
import { notRemoved } from "../access/request-instance-change.ts";
import { restrictedUntil } from "./record-restriction.ts";

const NOT_RESTRICTED: Claim = { field: "status_reason", op: "<>", value: "restricted" };

/**
 * Deletes an instance. Customers immediately stop seeing the instance and its events. Its session logs out and removes
 * its data.
 * @param evenRestricted true if the whole account is being deleted, which doesn't wait for the network to lift a
 * restriction. @throws ApiError `messenger_restricted` (409) while the network restricts the number, or
 * `instance_not_found` if someone else deleted the instance in the meantime. Spec: Errors, rule 5.
 */
export async function deleteInstance(deps: LaneDeps, instance: InstanceRecord, evenRestricted = false): Promise<void> {
  const now = deps.clock.now();
  const isRestricted = instance.status_reason === "restricted" || restrictedUntil(instance, now) !== null;
  if (isRestricted && !evenRestricted) throw restricted();
  const lane = instanceLane(instance.id);
  const told = await tellWebhooks(deps, instance, now);
  try {
    await deps.table.transact([
      {
        update: keys.instance(instance.id),
        set: { removed_at: now.toISOString() },
        if: evenRestricted ? notRemoved : [...notRemoved, NOT_RESTRICTED],
      },
      { update: keys.sending(instance.id), set: { removed: true }, add: { rev: 1 } },
      { delete: keys.accountInstance(instance.account_id, instance.id) },
      recheckRow(lane, "removed", now),
      ...told.writes,
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    throw error.failed[0]?.status_reason === "restricted" ? restricted() : new ApiError("instance_not_found");
  }
  await ensureWake(deps, lane, now, null);
  // Wait until no post can use outdated settings anymore, so that none of the instance's events is posted after the
  // response.
  if (told.isPosted) await deps.clock.until(new Date(deps.clock.now().getTime() + POST_SETTINGS_MS));
}

/**
 * Marks the webhooks that may still have events from the instance to deliver. From then on, they check for each event
 * whether its instance still exists.
 */
async function tellWebhooks(deps: LaneDeps, { account_id: account, id }: InstanceRecord, now: Date) {
  const shared = keys.webhook(account, "account");
  const found = await deps.table.getMany([shared, keys.webhook(account, id)]);
  const own = found.filter(({ pk }) => pk !== shared.pk);
  const writes = [shared, ...own].map(
    ({ pk, sk }): Write => ({ update: { pk, sk }, set: { instance_removed_at: now.toISOString() } }),
  );
  return { writes, isPosted: found.some(({ url }) => typeof url === "string") };
}

const restricted = () =>
  new ApiError("messenger_restricted", {
    message:
      "The network is currently restricting this number, so the instance can't be deleted. Try again when the restriction has ended.",
  });
