import {
  type AgentFailedNotice,
  NOTICE_TYPES,
  type OtpsPausedNotice,
  type WebhookPausedNotice,
} from "../../contracts/bus-events.ts";
import type { AccountId } from "../../contracts/ids.ts";
import type { Log, Mail } from "../../ports.ts";
import { accountRecords } from "../../records/accounts/account.ts";
import { readMemberships } from "../../records/users/membership.ts";
import type { Table } from "../../store/table.ts";

/** A notice that is emailed to admins, identified by its detail type. */
export type AdminNotice =
  | { type: typeof NOTICE_TYPES.webhookPaused; detail: WebhookPausedNotice }
  | { type: typeof NOTICE_TYPES.otpsPaused; detail: OtpsPausedNotice }
  | { type: typeof NOTICE_TYPES.agentFailed; detail: AgentFailedNotice };

/**
 * Emails the account's admins when a webhook or OTP sending is paused, or when an AI agent fails. If the account has no
 * panel users, the email goes to its contact address. If there is no mail service or no address, the notice is only
 * logged, and remains on the bus for other listeners. Spec: Webhook delivery ("admins are e-mailed").
 */
export async function notifyAdmins(
  deps: { table: Table; log: Log; mail: Mail | null },
  told: AdminNotice,
  at: Date,
): Promise<void> {
  const { detail: notice, type } = told;
  const { account_id: account } = notice;
  if (!deps.mail) {
    deps.log.warn(
      { account_id: account, notice_id: notice.id },
      "mail is not set up, so the notice was only sent to the bus",
    );
    return;
  }
  const to = await adminAddresses(deps.table, account);
  await deps.mail.send({ id: notice.id, to, at, ...mailOf(told) });
  const fields = { account_id: account, type, notice_id: notice.id, to: to.length };
  if (to.length > 0) deps.log.info(fields, "admins were notified by mail");
  else deps.log.warn(fields, "the account has no one to mail: it has no panel admins and no contact address");
}

async function adminAddresses(table: Table, account: AccountId): Promise<string[]> {
  const users = await readMemberships(table, account);
  const admins = users.flatMap(({ role, email }) => (role === "admin" && email ? [email] : []));
  if (admins.length > 0) return admins;
  const record = await accountRecords.read(table, account);
  return record?.contact_email ? [record.contact_email] : [];
}

function mailOf(notice: AdminNotice): { subject: string; text: string } {
  if (notice.type === NOTICE_TYPES.webhookPaused) {
    return { subject: "Your webhook is paused", text: webhookText(notice.detail) };
  }
  if (notice.type === NOTICE_TYPES.agentFailed) {
    return { subject: "Your AI agent is not answering", text: agentText(notice.detail) };
  }
  return { subject: "Your codes are paused", text: otpsText(notice.detail) };
}

/** For each reason, what is wrong and how to fix it. */
const AGENT_REASON_TEXTS: Record<string, readonly [wrong: string, mend: string]> = {
  bad_key: ["its provider rejects the API key", "Create a new key with the provider and set it as api_key."],
  no_credit: ["its account with the provider is out of credit", "Add credit or raise the limit with the provider."],
  rate_limited: [
    "its provider is not accepting any more requests at the moment",
    "If this happens often, ask the provider for higher limits.",
  ],
  model_gone: [
    "its model no longer exists, or the key is not allowed to use it",
    "Choose another model from the list in models.",
  ],
  unavailable: ["its provider is not responding", "Check the provider's status page. We try again every minute."],
};

function agentText({ instance_id: id, provider, reason, failed_at: at }: AgentFailedNotice): string {
  const [wrong, mend] = AGENT_REASON_TEXTS[reason] ?? [`it failed (${reason})`, "Check its state."];
  return [
    `The AI agent of instance ${id} (${provider}) has not answered anyone since ${at}: ${wrong}.`,
    "",
    "In the meantime, people who write get your away text, if you have set one, and wait for your team.",
    "",
    "What you can do:",
    `- ${mend}`,
    `- Check its state with GET /v1/instances/${id}/ai-agent.`,
    "",
  ].join("\n");
}

function otpsText({ sent, verified, paused_at: at, paused_until: until }: OtpsPausedNotice): string {
  return [
    `Of the ${sent} codes sent to confirm phone numbers (OTPs), only ${verified} were verified. No more codes will be created from ${at} to ${until}.`,
    "",
    "Someone may be using your page to send codes to numbers that aren't theirs. This harms your number's reputation.",
    "",
    "What you can do:",
    "- Add a captcha to the form that requests a code, and limit how often each visitor can use it.",
    "- Use the channel link where you can: the person writes first, so nothing is sent to strangers.",
    "",
  ].join("\n");
}

function webhookText({ owner, url_host: host, failing_since: since, paused_at: at }: WebhookPausedNotice): string {
  const whose = owner === "account" ? "The webhook of your account" : `The webhook of instance ${owner}`;
  const path = owner === "account" ? "/v1/webhook" : `/v1/instances/${owner}/webhook`;
  return [
    `${whose} (${host}) has not accepted any events since ${since}, so it was paused at ${at}.`,
    "",
    "Nothing is lost. New events are stored for 30 days, or less if your account's retention period is shorter. They are sent, oldest first, once the webhook responds again.",
    "We try it automatically once an hour.",
    "",
    "What you can do:",
    "- Make sure your server responds to each event with a 2xx status within 15 seconds.",
    `- Then press 'Try now' in the panel, or send POST ${path}/try.`,
    `- If the URL has changed, set the new one with PATCH ${path}.`,
    "",
  ].join("\n");
}
