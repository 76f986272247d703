import { stillSigns } from "../../domain/webhooks/secret-overlap.ts";
import type { Vault } from "../../ports.ts";
import type { WebhookRecord } from "./webhook.ts";

/**
 * Returns the place that a webhook's secrets are sealed for, under the account's data key. A replaced secret keeps this
 * place, so its ciphertext is moved to `previous_secret` unchanged.
 */
const secretPlace = (owner: string) => `webhook:${owner}:secret`;
const authHeaderPlace = (owner: string) => `webhook:${owner}:auth_header`;

type Owner = Pick<WebhookRecord, "account_id" | "owner">;

/** Seals a signing secret (`whsec_…`) for the webhook's record. */
export function sealSecret(vault: Vault, webhook: Owner, secret: string): Promise<Uint8Array> {
  return vault.seal({ account_id: webhook.account_id }, secretPlace(webhook.owner), Buffer.from(secret));
}

/** Seals the value of a webhook's own header for the webhook's record. */
export function sealHeaderValue(vault: Vault, webhook: Owner, value: string): Promise<Uint8Array> {
  return vault.seal({ account_id: webhook.account_id }, authHeaderPlace(webhook.owner), Buffer.from(value));
}

/** Decrypts the secrets used for signatures at `now`, newest first. Spec: Secret rotation. */
export async function openSecrets(vault: Vault, webhook: WebhookRecord, now: Date): Promise<string[]> {
  const { secret, previous_secret: previous } = webhook;
  const sealed = [...(secret ? [secret.sealed] : []), ...(stillSigns(previous, now) ? [previous.sealed] : [])];
  const owner = { account_id: webhook.account_id };
  const opened = await Promise.all(sealed.map((bytes) => vault.open(owner, secretPlace(webhook.owner), bytes)));
  return opened.map((bytes) => bytes.toString("utf8"));
}

/** Decrypts the webhook's own header as it will be sent. Returns an empty object if there is none. */
export async function openAuthHeader(vault: Vault, webhook: WebhookRecord): Promise<Record<string, string>> {
  if (!webhook.auth_header) return {};
  const { name, sealed_value: sealed } = webhook.auth_header;
  const value = await vault.open({ account_id: webhook.account_id }, authHeaderPlace(webhook.owner), sealed);
  return { [name]: value.toString("utf8") };
}
