import type { AccountId, InstanceId } from "../../core/contracts/ids.ts";
import { newSecret, SECRET_BYTES } from "../../core/domain/webhooks/signature.ts";
import { openAgentKey } from "../../core/operations/answers/open-agent-key.ts";
import { unchanged } from "../../core/operations/webhooks/update-webhook.ts";
import type { Clock, Ids, Vault } from "../../core/ports.ts";
import { agentRecords } from "../../core/records/answers/agent.ts";
import type { WebhookRecord } from "../../core/records/webhooks/webhook.ts";
import { openAuthHeader, openSecrets, sealSecret } from "../../core/records/webhooks/webhook-secrets.ts";
import { webhookSettings } from "../../core/records/webhooks/webhook-settings.ts";
import { keys } from "../../core/store/keys.ts";
import type { Table } from "../../core/store/table.ts";

/** Node's error message for a ciphertext sealed with a different key. */
const NOT_UNDER_THIS_KEY = /unable to authenticate data/;

/** Dependencies for replacing lost secrets. */
export interface ReplaceDeps {
  table: Table;
  vault: Vault;
  clock: Clock;
  ids: Pick<Ids, "random">;
}

/**
 * Replaces a webhook secret that can't be decrypted. Events are then signed with a new secret that receivers don't
 * have. Receivers can be given a usable secret once `POST /v1/webhook/secret` has replaced this one and displayed the
 * replacement. Also drops a custom header that can't be decrypted.
 * @param owner "account" or an instance ID. @returns whether a secret or header was lost.
 * @throws any KMS or table error, before anything is changed.
 */
export async function replaceWebhookSecrets(deps: ReplaceDeps, account: AccountId, owner: string): Promise<boolean> {
  const { table, vault, clock, ids } = deps;
  const place = keys.webhook(account, owner);
  const webhook = await webhookSettings(deps, account, owner);
  if (webhook.secret === null && webhook.auth_header === null) return false;
  const now = clock.now();
  const sealed = await sealSecret(vault, webhook, newSecret(ids.random(SECRET_BYTES)));
  const isSecretLost = webhook.secret !== null && !(await doesOpen(() => openSecrets(vault, webhook, now)));
  const isHeaderLost = !(await doesOpen(() => openAuthHeader(vault, webhook)));
  if (!isSecretLost && !isHeaderLost) return false;
  const secret = { secret: { sealed, created_at: now.toISOString() }, previous_secret: null };
  const set: Partial<WebhookRecord> = { ...(isSecretLost && secret), ...(isHeaderLost && { auth_header: null }) };
  await table.write({ update: place, set: { ...set }, add: { version: 1 }, if: unchanged(webhook) });
  return true;
}

/**
 * Deletes an agent's key if it can't be decrypted. The agent then reports that its key is missing. @returns whether the
 * key was lost.
 * @throws any KMS or table error, before anything is changed.
 */
export async function dropAgentKey(
  { table, vault }: ReplaceDeps,
  account: AccountId,
  id: InstanceId,
): Promise<boolean> {
  const agent = await agentRecords.read(table, id);
  if (!agent || agent.sealed_key === null) return false;
  if (await doesOpen(() => openAgentKey({ vault }, { id, account_id: account }, agent))) return false;
  await table.write({
    update: keys.agent(id),
    set: { sealed_key: null, api_key_last4: null },
    add: { rev: 1 },
    if: [{ field: "rev", op: "=", value: agent.rev }],
  });
  return true;
}

/**
 * Whether a secret can be decrypted. @throws any error that isn't from the cipher itself, because an unreachable KMS
 * proves nothing.
 */
async function doesOpen(open: () => Promise<unknown>): Promise<boolean> {
  try {
    await open();
    return true;
  } catch (error) {
    if (error instanceof Error && NOT_UNDER_THIS_KEY.test(error.message)) return false;
    throw error;
  }
}
