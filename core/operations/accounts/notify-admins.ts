import type { WebhookPausedNotice } from "../../contracts/bus-events.ts";
import type { AccountId } from "../../contracts/ids.ts";
import type { Log, Mail } from "../../ports.ts";
import { accountRecords } from "../../records/accounts/account.ts";
import { accountUsers } from "../../records/accounts/account-user.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

const USERS_MAX = 100;

/**
 * Mails the account's admins that a webhook was paused; where the panel has none, the account's contact. Without a mail
 * set up, and for an account nobody has an address in, the log says so and the notice stays on the bus for whoever
 * listens. Spec: Webhook delivery ("admins are e-mailed").
 */
export async function notifyAdmins(
  deps: { table: Table; log: Log; mail: Mail | null },
  notice: WebhookPausedNotice,
  at: Date,
): Promise<void> {
  const { account_id: account, owner } = notice;
  if (!deps.mail) {
    deps.log.warn({ account_id: account, notice_id: notice.id }, "no mail is set up: the notice is on the bus only");
    return;
  }
  const to = await adminAddresses(deps.table, account);
  await deps.mail.send({ id: notice.id, to, at, subject: "Your webhook is paused", text: textOf(notice) });
  const fields = { account_id: account, owner, notice_id: notice.id, to: to.length };
  if (to.length > 0) deps.log.info(fields, "admins were told by mail");
  else deps.log.warn(fields, "the account has nobody to mail: no admin of the panel, no contact");
}

async function adminAddresses(table: Table, account: AccountId): Promise<string[]> {
  const { pk } = keys.accountUser(account, "");
  const { items } = await table.query({ pk, limit: USERS_MAX });
  const users = items.map(accountUsers.of);
  const admins = users.flatMap(({ role, email }) => (role === "admin" && email ? [email] : []));
  if (admins.length > 0) return admins;
  const record = await accountRecords.read(table, account);
  return record?.contact_email ? [record.contact_email] : [];
}

function textOf({ owner, url_host: host, failing_since: since, paused_at: at }: WebhookPausedNotice): string {
  const whose = owner === "account" ? "The webhook of your account" : `The webhook of instance ${owner}`;
  const path = owner === "account" ? "/v1/webhook" : `/v1/instances/${owner}/webhook`;
  return [
    `${whose} (${host}) has accepted no event since ${since}, so sending to it was paused at ${at}.`,
    "",
    "Nothing is lost: new events are kept for 30 days and are sent, oldest first, when the webhook answers again.",
    "It is tried once an hour by itself.",
    "",
    "What you can do:",
    "- Make sure that your server answers each event with a 2xx status within 15 seconds.",
    `- Then press 'Try now' in the panel, or send POST ${path}/try.`,
    `- If the address has changed, set the new one with PATCH ${path}.`,
    "",
  ].join("\n");
}
