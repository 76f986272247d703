import type { AccountId, EventId } from "../../contracts/ids.ts";
import { ID_PREFIXES, idPattern } from "../../contracts/ids.ts";
import { TRIES } from "../../domain/webhooks/retry-ladder.ts";
import { ApiError } from "../../errors.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { putRow } from "../../lanes/put-row.ts";
import { eventRecords } from "../../records/event.ts";
import { lifeOf } from "../../records/webhooks/endpoint-state.ts";
import { webhookSettings } from "../../records/webhooks/webhook-settings.ts";
import { keys } from "../../store/keys.ts";
import { endpointLane } from "../../store/lane-names.ts";
import { ENDPOINT_QUEUES } from "../../store/lane-queues.ts";
import { TransactionRefused } from "../../store/table.ts";
import { leaveOutRemoved } from "../delivering/leave-out-removed.ts";
import { requireUrl } from "./test-webhook.ts";

const EVENT_ID = idPattern(ID_PREFIXES.event);

/**
 * Sends a failed event again, through the same lane as everything else: one post, after which it is delivered or has
 * failed again. It goes to the event's current destination. Spec: Webhook delivery, 'Send again'.
 * @throws ApiError not_found for an event that is not stored; conflict if it has not failed, or no url is set.
 */
export async function resendEvent(
  deps: LaneDeps,
  { account_id: account, event_id: id }: { account_id: AccountId; event_id: EventId },
): Promise<{ event_id: EventId }> {
  const now = deps.clock.now();
  const event = EVENT_ID.test(id) ? await eventRecords.read(deps.table, account, id) : null;
  const isKept = event && event.ttl * 1000 > now.getTime();
  if (!isKept || (await leaveOutRemoved(deps.table, account, [event])).length === 0) {
    throw new ApiError("not_found", { message: "There is no event with this id. Events are kept 30 days." });
  }
  const owners = event.instance_id === null ? ["account"] : [event.instance_id, "account"];
  const [webhooks, failed] = await Promise.all([
    Promise.all(owners.map((owner) => webhookSettings(deps, account, owner))),
    deps.table.getMany(owners.map((owner) => keys.failedDelivery(account, owner, id))),
  ]);
  const [failure] = failed;
  if (!failure) throw notFailed();
  const [own, shared] = webhooks;
  const webhook = own?.url ? own : (shared ?? own);
  if (!webhook) throw notFailed();
  requireUrl(webhook);

  const lane = endpointLane(account, webhook.owner);
  const { put, if: absent } = putRow(
    {
      lane,
      queue: ENDPOINT_QUEUES.untried,
      id,
      due: now,
      expires_at: new Date(event.ttl * 1000),
      data: { life: lifeOf(webhook) },
    },
    now,
  );
  try {
    await deps.table.transact([
      { delete: { pk: failure.pk, sk: failure.sk }, if: [{ item: "exists" }] },
      // One attempt is left.
      { put: { ...put, tries: TRIES - 1 }, if: absent },
    ]);
  } catch (error) {
    if (error instanceof TransactionRefused) throw notFailed(); // somebody else has sent it again in the meantime
    throw error;
  }
  await ensureWake(deps, lane, now, ENDPOINT_QUEUES.untried);
  return { event_id: id };
}

const notFailed = () =>
  new ApiError("conflict", { message: "Only a failed event can be sent again; this one is delivered or still tried." });
