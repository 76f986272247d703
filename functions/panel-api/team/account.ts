import * as z from "zod";
import type { AccountId } from "../../../core/contracts/ids.ts";
import { PANEL_LIMITS } from "../../../core/contracts/panel/panel-limits.ts";
import { NumberTraffic, PanelAccount, Usage } from "../../../core/contracts/panel/team.ts";
import { words } from "../../../core/contracts/text.ts";
import { allowanceDay, allowanceMonth } from "../../../core/domain/accounts/plan-rules.ts";
import { wireTime } from "../../../core/domain/wire-time.ts";
import { ApiError } from "../../../core/errors.ts";
import { changeAccount } from "../../../core/operations/accounts/change-account.ts";
import { readAccountUsage } from "../../../core/operations/accounts/read-account-usage.ts";
import { readAccountTraffic } from "../../../core/operations/instances/read-traffic.ts";
import { type AccountRecord, accountRecords } from "../../../core/records/accounts/account.ts";
import { activityWrite, actorOf } from "../../../core/records/accounts/activity.ts";
import { keys } from "../../../core/store/keys.ts";
import { reply } from "../../api/reply.ts";
import { type PanelContext, panelRoute } from "../panel-route.ts";
import { email } from "./given-email.ts";
import { showAccount } from "./show-account.ts";

async function accountOf({ deps, caller }: PanelContext): Promise<AccountRecord> {
  const account = await accountRecords.read(deps.table, caller.account_id);
  if (!account) throw new ApiError("not_found");
  return account;
}

/** GET /panel-api/account. */
export const getAccount = panelRoute("panel.account.get", {
  responses: { 200: { description: "The account that the user is viewing", schema: PanelAccount } },
  handle: async (request) => reply(200, showAccount(await accountOf(request))),
});

/** PATCH /panel-api/account: changes the account's name and the email address for messages about the account. */
export const updateAccount = panelRoute("panel.account.update", {
  body: z
    .object({
      name: words("name", PANEL_LIMITS.accountNameMaxChars, { trimmed: true }),
      contact_email: email().nullable(),
    })
    .partial(),
  responses: { 200: { description: "The updated account", schema: PanelAccount } },
  async handle(request) {
    const { deps, caller, source, body, now } = request;
    const change = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    if (Object.keys(change).length > 0) {
      const { account_id } = caller;
      const line = { account_id, owner: "account", action: "account.changed", actor: actorOf(caller, source) } as const;
      const log = activityWrite(deps.ids, { ...line, changed: Object.keys(change) }, now);
      await changeAccount(deps.table, account_id, change, [log]);
    }
    return reply(200, showAccount(await accountOf(request)));
  },
});

/**
 * Returns the total number of messages sent today by the account's numbers. Each number's day follows its own time
 * zone.
 */
async function sentToday({ table }: PanelContext["deps"], account: AccountId, now: Date): Promise<number> {
  return (await readAccountTraffic(table, account, now)).reduce((total, { sent }) => total + sent, 0);
}

/** GET /panel-api/usage: returns how much of its plan the account has used. */
export const getUsage = panelRoute("panel.usage", {
  responses: { 200: { description: "Requests, messages, numbers and files", schema: Usage } },
  async handle({ deps, caller, now }) {
    const { account_id } = caller;
    const [found, files] = await Promise.all([
      readAccountUsage(deps.table, account_id, now, deps.env.INSTANCES_PER_ACCOUNT),
      deps.table.get(keys.sentFiles(account_id, allowanceDay(now).day)),
    ]);
    if (!found) throw new ApiError("not_found");
    const { requests_this_month, messages_today, instances } = found.usage;
    return reply(200, {
      requests: { ...requests_this_month, resets_at: wireTime(allowanceMonth(now).next) },
      messages_today: { ...messages_today, used: messages_today.used ?? (await sentToday(deps, account_id, now)) },
      instances,
      file_bytes_today: Number(files?.bytes ?? 0),
    });
  },
});

/** GET /panel-api/traffic: returns today's message counts for each number. */
export const getTraffic = panelRoute("panel.traffic", {
  responses: { 200: { description: "Each number's messages on its current day", schema: z.array(NumberTraffic) } },
  async handle({ deps, caller, now }) {
    return reply(200, await readAccountTraffic(deps.table, caller.account_id, now));
  },
});
