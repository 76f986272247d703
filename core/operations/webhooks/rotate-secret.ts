import type { AccountId } from "../../contracts/ids.ts";
import type { Webhook } from "../../contracts/webhook.ts";
import { OVERLAP_HOURS, signsUntil, stillSigns } from "../../domain/webhooks/secret-overlap.ts";
import { newSecret, SECRET_BYTES } from "../../domain/webhooks/signature.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ApiError, endBusy } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { Vault } from "../../ports.ts";
import { type Actor, activityWrite } from "../../records/accounts/activity.ts";
import { isReplacementKept, replacementPlace, replacementRecord } from "../../records/idempotency.ts";
import type { WebhookRecord } from "../../records/webhooks/webhook.ts";
import { sealSecret } from "../../records/webhooks/webhook-secrets.ts";
import { webhookSettings } from "../../records/webhooks/webhook-settings.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { SomeWrites } from "../../store/table.ts";
import { readWebhook } from "./read-webhook.ts";
import { unchanged } from "./update-webhook.ts";

/**
 * A request to replace a webhook's signing secret: the webhook's owner, the author, and the request's
 * `Idempotency-Key`.
 */
export interface RotateSecretRequest {
  account_id: AccountId;
  owner: string;
  actor: Actor;
  idempotency_key: string | null;
}

const RACES = 10;

/**
 * Creates a new signing secret and returns it, this one time only. The previous secret also keeps signing for a while.
 * A retry with the same Idempotency-Key, which is checked first, gets the webhook without the secret. Spec: Secret
 * rotation; Webhook management.
 * @throws ApiError conflict while an earlier secret still signs.
 */
export async function rotateSecret(
  deps: LaneDeps & { vault: Vault },
  request: RotateSecretRequest,
): Promise<{ webhook: Webhook; replayed: boolean }> {
  const { account_id: account, owner, idempotency_key: key } = request;
  const place = key === null ? null : replacementPlace(account, owner, key);
  return retryOnChange({ tries: RACES, atEnd: endBusy }, async ({ commit }) => {
    const now = deps.clock.now();
    const [before, earlier] = await Promise.all([
      webhookSettings(deps, account, owner),
      place && deps.table.get(place),
    ]);
    if (earlier && isReplacementKept(earlier, now)) {
      return { webhook: await answer(deps, request, before, null), replayed: true };
    }
    requireNoOverlap(before, now);
    const secret = newSecret(deps.ids.random(SECRET_BYTES));
    const after: WebhookRecord = {
      ...before,
      secret: { sealed: await sealSecret(deps.vault, before, secret), created_at: now.toISOString() },
      previous_secret: before.secret && { sealed: before.secret.sealed, valid_until: signsUntil(now) },
    };
    const line = { account_id: account, owner, action: "webhook.secret_replaced", actor: request.actor } as const;
    const writes: SomeWrites = [
      {
        update: keys.webhook(account, owner),
        set: { account_id: account, owner, secret: after.secret, previous_secret: after.previous_secret },
        add: { version: 1 },
        if: unchanged(before),
      },
      activityWrite(deps.ids, { ...line, changed: ["secret"] }, now),
    ];
    if (place) writes.push(replacementRecord(place, now));
    await commit(deps.table.transact(writes));
    return { webhook: await answer(deps, request, after, secret), replayed: false };
  });
}

async function answer(
  deps: LaneDeps,
  place: { account_id: AccountId; owner: string },
  { previous_secret: previous }: WebhookRecord,
  secret: string | null,
): Promise<Webhook> {
  return {
    ...(await readWebhook(deps, place)),
    previous_valid_until: previous && wireTime(new Date(previous.valid_until)),
    ...(secret !== null && { secret }),
  };
}

function requireNoOverlap({ previous_secret: previous }: WebhookRecord, now: Date): void {
  if (!stillSigns(previous, now)) return;
  const waitMs = Date.parse(previous.valid_until) - now.getTime();
  throw new ApiError("conflict", {
    message: `The secret was replaced less than ${OVERLAP_HOURS} hours ago, and the previous secret still signs. Replace it again after ${wireTime(new Date(previous.valid_until))}.`,
    retryAfterSec: Math.ceil(waitMs / 1000),
  });
}
