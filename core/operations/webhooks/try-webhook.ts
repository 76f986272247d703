import type { AccountId } from "../../contracts/ids.ts";
import type { WebhookTry } from "../../contracts/webhook.ts";
import { ApiError, endBusy } from "../../errors.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import { onceAMinute } from "../../records/accounts/once-a-minute.ts";
import { deliveriesOf } from "../../records/webhooks/endpoint-rows.ts";
import { sameLife, samePause } from "../../records/webhooks/endpoint-state.ts";
import type { TryResult } from "../../records/webhooks/webhook.ts";
import { webhookSettings } from "../../records/webhooks/webhook-settings.ts";
import { keys } from "../../store/keys.ts";
import { endpointLane } from "../../store/lane-names.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import { countKeptEvents, forgetCount } from "./count-kept-events.ts";
import { requireUrl } from "./test-webhook.ts";

const RACES = 10;
/**
 * How long to wait for the result. A post can take 15 s; the rest is reserved for starting the worker. API Gateway
 * times out after 30 s.
 */
const PATIENCE_MS = 24_000;
const FIRST_LOOK_MS = 50;
const LONGEST_LOOK_MS = 500;

interface Place {
  account_id: AccountId;
  owner: string;
}

/**
 * Probes a webhook immediately, through its lane, with the oldest waiting event, and waits for the result. If the post
 * is accepted, the webhook becomes active and all waiting events are sent in order. Spec: Webhook management; Webhook
 * delivery, `paused`.
 * @throws ApiError conflict if the webhook is not paused and no event is waiting, or if it has no URL; rate_limited for
 * more than one probe a minute; unavailable if there is no result before the timeout (the post is still made).
 */
export async function tryWebhook(deps: LaneDeps, place: Place): Promise<WebhookTry> {
  const asked = await askForTry(deps, place);
  const result = await answerOf(deps, place, asked);
  forgetCount(deps.table, place.account_id, place.owner);
  const [webhook, kept] = await Promise.all([
    webhookSettings(deps, place.account_id, place.owner),
    countKeptEvents(deps, place.account_id, place.owner),
  ]);
  return {
    delivered: result.delivered,
    status_code: result.status,
    paused: webhook.paused_at !== undefined,
    events_kept: kept,
  };
}

/** Requests a probe. @returns the id that the endpoint's worker records the result under. */
async function askForTry(deps: LaneDeps, { account_id: account, owner }: Place): Promise<string> {
  const lane = endpointLane(account, owner);
  return retryOnChange({ tries: RACES, atEnd: endBusy }, async ({ commit }) => {
    const webhook = await webhookSettings(deps, account, owner);
    requireUrl(webhook);
    const isPaused = webhook.paused_at !== undefined;
    if (!isPaused && !(await hasWaiting(deps, lane))) throw nothingWaits();
    const now = deps.clock.now();
    const limit = onceAMinute("tried_at", webhook.tried_at, now);
    const asked = deps.ids.next("try", now);
    await commit(
      deps.table.transact([
        {
          update: keys.webhook(account, owner),
          set: { tried_at: now.toISOString(), try_asked: asked, ...(isPaused && { probe_at: now.toISOString() }) },
          remove: ["try_begun"],
          if: [...sameLife(webhook), ...limit, ...samePause(webhook)],
        },
        recheckRow(lane, "try", now),
      ]),
    );
    await ensureWake(deps, lane, now, null);
    return asked;
  });
}

async function hasWaiting(deps: LaneDeps, lane: string): Promise<boolean> {
  const [untried, ladder] = await Promise.all([
    deliveriesOf(deps, lane, "untried", 1),
    deliveriesOf(deps, lane, "ladder", 1),
  ]);
  return untried.deliveries.length + ladder.deliveries.length > 0;
}

const nothingWaits = () =>
  new ApiError("conflict", {
    message:
      "No events are waiting, and the webhook is not paused. To check whether the webhook responds, use POST …/webhook/test.",
  });

async function answerOf(deps: LaneDeps, { account_id: account, owner }: Place, asked: string): Promise<TryResult> {
  const deadline = deps.clock.now().getTime() + PATIENCE_MS;
  for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(LONGEST_LOOK_MS, waitMs * 1.3)) {
    const { try_result: result } = await webhookSettings(deps, account, owner);
    if (result?.asked === asked) return result;
    const now = deps.clock.now().getTime();
    if (now >= deadline) {
      throw new ApiError("unavailable", {
        message:
          "The result of the attempt is not known yet. Fetch the webhook after the number of seconds given in Retry-After.",
        retryAfterSec: 15,
      });
    }
    await deps.clock.until(new Date(now + waitMs));
  }
}
