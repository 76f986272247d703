import { MINUTE_MS } from "../../contracts/durations.ts";
import type { AccountId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { Webhook } from "../../contracts/webhook.ts";
import { newSecret, SECRET_BYTES } from "../../domain/webhooks/signature.ts";
import { ApiError, endBusy } from "../../errors.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { forwardWrites, stopForwardWrites } from "../../lanes/move-lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import type { HostCheck, Vault } from "../../ports.ts";
import { type Actor, activityWrite } from "../../records/accounts/activity.ts";
import { lifeOf, POST_SETTINGS_MS, STATE_FIELDS } from "../../records/webhooks/endpoint-state.ts";
import { moveUrl } from "../../records/webhooks/url-users.ts";
import type { WebhookRecord } from "../../records/webhooks/webhook.ts";
import { sealHeaderValue, sealSecret } from "../../records/webhooks/webhook-secrets.ts";
import { webhookSettings } from "../../records/webhooks/webhook-settings.ts";
import { keys } from "../../store/keys.ts";
import { endpointLane } from "../../store/lane-names.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Condition, SomeWrites, Write } from "../../store/table.ts";
import { checkWebhookChange, type WebhookChange } from "./check-webhook-change.ts";
import { forgetCount } from "./count-kept-events.ts";
import { readWebhook } from "./read-webhook.ts";

/**
 * Dependencies for changing a webhook. `allowPrivateWebhooks` allows http and loopback addresses. It is only used when
 * everything runs on one machine.
 */
export interface UpdateWebhookDeps extends LaneDeps {
  vault: Vault;
  hostCheck: HostCheck;
  allowPrivateWebhooks: boolean;
}

/**
 * A request to change a webhook: the webhook's owner ("account", or the id of one of the account's instances), and the
 * fields in the request.
 */
export interface UpdateWebhookRequest {
  account_id: AccountId;
  owner: string;
  change: WebhookChange;
  /** The author of the change, recorded in the activity log. */
  actor: Actor;
  now: Date;
}

/** The fields that a change may contain. */
const FIELDS = ["url", "events", "auth_header"] as const;
/**
 * The maximum number of attempts when changes to a webhook race. A change that loses starts again from the record that
 * the winner wrote.
 */
const RACES = 10;
/** The fields of a webhook's record that relate to other webhooks with the same URL. */
const URL_FIELDS = ["url_use", "url_from", "url_after"] as const;

/**
 * Changes a webhook. Either the whole change is made, or none of it. Spec: Webhook management, PATCH.
 * @returns the updated webhook, including `secret` only if the change sets a URL on a webhook that had no secret.
 * @throws ApiError validation_failed; rate_limited for more than six changes a minute per account.
 */
export async function updateWebhook(deps: UpdateWebhookDeps, request: UpdateWebhookRequest): Promise<Webhook> {
  const { account_id: account, owner, now } = request;
  const change = await checkWebhookChange(deps, owner, request.change);
  if (Object.values(change).every((value) => value === undefined)) return readWebhook(deps, request);

  return retryOnChange({ tries: RACES, atEnd: endBusy }, async ({ commit }) => {
    const { writes, secret, isRerouted, isPosted } = await plannedWrites(deps, { ...request, change });
    await commit(deps.table.transact(writes));
    if (isRerouted) await ensureWake(deps, endpointLane(account, owner), now, null);
    if (isPosted) await deps.clock.until(new Date(deps.clock.now().getTime() + POST_SETTINGS_MS));
    forgetCount(deps.table, account, owner);
    const webhook = await readWebhook(deps, request);
    return secret === null ? webhook : { ...webhook, secret };
  });
}

/**
 * Plans the transaction for a change, based on the current record. Creates the secret if the change must return one.
 */
async function plannedWrites(
  deps: UpdateWebhookDeps,
  { account_id: account, owner, change, actor, now }: UpdateWebhookRequest,
) {
  const before = await webhookSettings(deps, account, owner);
  const limited = owner === "account" ? before : await webhookSettings(deps, account, "account");
  const changedAt = withinLimit(limited.changed_at, now);

  const url = change.url === undefined ? before.url : change.url;
  const isRerouted = url !== before.url;
  const secret = change.url && !before.secret ? newSecret(deps.ids.random(SECRET_BYTES)) : null;
  const isRemoved = isRerouted && url === null;
  const set: Record<string, unknown> & Partial<WebhookRecord> = {
    account_id: account,
    owner,
    url,
    auth_header: await headerAfter(deps, before, change, url),
    ...(change.events !== undefined && { events: change.events }),
    ...(secret !== null && {
      secret: { sealed: await sealSecret(deps.vault, before, secret), created_at: now.toISOString() },
    }),
    // If the URL of an instance's webhook is removed, its events move to the account's webhook instead of being
    // discarded.
    ...(isRemoved && owner === "account" && { ended_at: now.toISOString() }),
    ...(owner === "account" && { changed_at: changedAt }),
    // A different URL starts a new life. Facts about the previous URL don't apply to it.
    ...(isRerouted && { life: lifeOf(before) + 1 }),
    ...(isRerouted && url !== null && (before.url !== null || lifeOf(before) > 0) && { ladder_stale: true }),
  };
  const move = isRerouted ? await moveUrl(deps, before, url, now) : null;
  for (const field of URL_FIELDS)
    if (move?.fields[field] !== undefined) Object.assign(set, { [field]: move.fields[field] });
  const forget = [...(isRerouted ? STATE_FIELDS : []), ...URL_FIELDS.filter((field) => move && !move.fields[field])];
  const changed = FIELDS.filter((field) => change[field] !== undefined);
  const line = { account_id: account, owner, action: "webhook.changed", actor, changed } as const;
  const writes: SomeWrites = [
    { update: keys.webhook(account, owner), set, add: { version: 1 }, remove: forget, if: unchanged(before) },
    activityWrite(deps.ids, line, now),
  ];
  const told = move?.told ?? null;
  const isShared = { url_use: "shared" } as const;
  if (owner !== "account") {
    const shared = {
      account_id: account,
      owner: "account",
      changed_at: changedAt,
      ...(told?.owner === "account" && isShared),
    };
    writes.push({ update: keys.webhook(account, "account"), set: shared, add: { version: 1 }, if: unchanged(limited) });
  }
  if (told && told.owner !== "account") writes.push(toldWrite(told));
  writes.push(...(move?.writes ?? []));
  if (isRerouted) writes.push(...laneWrites(account, owner, { before: before.url, after: url }, now));
  // Whether posts with the old settings may still be in progress.
  const isPosted = before.url !== null && (isRerouted || change.auth_header !== undefined);
  return { writes, secret, isRerouted, isPosted };
}

/** Builds the write that records, on another webhook, that it shares its URL with this one. */
const toldWrite = (told: WebhookRecord): Write => ({
  update: keys.webhook(told.account_id, told.owner),
  set: { url_use: "shared" },
  add: { version: 1 },
  if: unchanged(told),
});

/** Builds the condition that the settings haven't changed since they were read. */
export const unchanged = (record: WebhookRecord): Condition =>
  record.version === 0 ? [{ field: "version", is: "missing" }] : [{ field: "version", op: "=", value: record.version }];

/** Builds the lane writes that make the lane's worker notice the change. Spec: Events › Delivery, rule 6. */
function laneWrites(
  account: AccountId,
  owner: string,
  url: { before: string | null; after: string | null },
  now: Date,
): Write[] {
  const lane = endpointLane(account, owner);
  if (owner !== "account" && url.after === null) return forwardWrites(lane, endpointLane(account, "account"), now);
  if (owner !== "account" && url.before === null) return stopForwardWrites(lane, now);
  return [recheckRow(lane, "settings", now)];
}

/**
 * Returns the header after the change: the new header if the change contains one; no header if the change removes it,
 * or if the URL is removed or moves to another host, port or scheme; otherwise, the current header.
 */
async function headerAfter(
  deps: UpdateWebhookDeps,
  before: WebhookRecord,
  change: WebhookChange,
  url: string | null,
): Promise<WebhookRecord["auth_header"]> {
  if (change.auth_header) {
    const { name, value } = change.auth_header;
    return { name, sealed_value: await sealHeaderValue(deps.vault, before, value) };
  }
  if (change.auth_header === null) return null;
  const isMoved = before.url !== null && (url === null || new URL(url).origin !== new URL(before.url).origin);
  return isMoved ? null : before.auth_header;
}

/** Returns the times of all changes within the last minute, including this one. @throws ApiError rate_limited */
function withinLimit(changedAt: string[], now: Date): string[] {
  const recent = changedAt.filter((at) => new Date(at).getTime() > now.getTime() - MINUTE_MS);
  const oldest = recent[0];
  if (oldest !== undefined && recent.length >= LIMITS.webhookChangesPerMinute) {
    const waitMs = new Date(oldest).getTime() + MINUTE_MS - now.getTime();
    throw new ApiError("rate_limited", {
      message: `A webhook can be changed ${LIMITS.webhookChangesPerMinute} times a minute. Wait the number of seconds given in Retry-After.`,
      retryAfterSec: Math.max(1, Math.ceil(waitMs / 1000)),
    });
  }
  return [...recent, now.toISOString()];
}
