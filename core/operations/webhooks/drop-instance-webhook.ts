import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import { endBusy } from "../../errors.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { forwardWrites, GONE } from "../../lanes/move-lane.ts";
import { lifeOf, STATE_FIELDS } from "../../records/webhooks/endpoint-state.ts";
import { moveUrl } from "../../records/webhooks/url-users.ts";
import { webhookSettings } from "../../records/webhooks/webhook-settings.ts";
import { keys } from "../../store/keys.ts";
import { endpointLane } from "../../store/lane-names.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import { unchanged } from "./update-webhook.ts";

const RACES = 10;

/**
 * Removes the URL of a deleted instance's own webhook. Like all of the instance's other events, the events still
 * waiting for this webhook are discarded without a post. Repeated calls change nothing. Spec: Events polling ("its
 * instance was removed").
 */
export async function dropInstanceWebhook(deps: LaneDeps, account: AccountId, instance: InstanceId): Promise<void> {
  const lane = endpointLane(account, instance);
  return retryOnChange({ tries: RACES, atEnd: endBusy }, async ({ commit }) => {
    const before = await webhookSettings(deps, account, instance);
    if (before.url === null) return;
    const now = deps.clock.now();
    const end = {
      update: keys.webhook(account, instance),
      set: { url: null, auth_header: null, life: lifeOf(before) + 1 },
      add: { version: 1 },
      remove: [...STATE_FIELDS, "url_use", "url_from", "url_after"],
      if: unchanged(before),
    };
    const { writes } = await moveUrl(deps, before, null, now);
    await commit(deps.table.transact([end, ...writes, ...forwardWrites(lane, GONE, now)]));
    await ensureWake(deps, lane, now, null);
  });
}
