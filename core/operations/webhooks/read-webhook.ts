import type { AccountId } from "../../contracts/ids.ts";
import type { Webhook } from "../../contracts/webhook.ts";
import type { Clock } from "../../ports.ts";
import { webhookSettings, webhookView } from "../../records/webhooks/webhook-settings.ts";
import type { Table } from "../../store/table.ts";
import { countKeptEvents } from "./count-kept-events.ts";

/**
 * Reads a webhook's settings. If the webhook was never configured, its URL is null. Spec: Webhook management, GET.
 * @param place.owner "account", or the id of one of the account's instances.
 */
export async function readWebhook(
  deps: { table: Table; clock: Clock },
  place: { account_id: AccountId; owner: string },
): Promise<Webhook> {
  const { account_id: account, owner } = place;
  const [webhook, kept] = await Promise.all([
    webhookSettings(deps, account, owner),
    countKeptEvents(deps, account, owner),
  ]);
  return webhookView(webhook, kept);
}
