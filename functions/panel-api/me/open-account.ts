import * as z from "zod";
import { PANEL_LIMITS } from "../../../core/contracts/panel/panel-limits.ts";
import { PanelAccount } from "../../../core/contracts/panel/team.ts";
import { words } from "../../../core/contracts/text.ts";
import { ApiError } from "../../../core/errors.ts";
import { openAccount as open } from "../../../core/operations/people/open-account.ts";
import { reply } from "../../api/reply.ts";
import { panelRoute } from "../panel-route.ts";
import { showAccount } from "../team/show-account.ts";

const CLOSED =
  "Nobody can open an account here by themselves. Ask an account's admin to invite you, or ask the operator.";

/** POST /panel-api/accounts: opens the person's own account, on trial, where the operator lets people do that. Spec: What the service does. */
export const openAccount = panelRoute("panel.accounts.open", {
  body: z.object({ name: words("name", PANEL_LIMITS.accountNameMaxChars, { trimmed: true }) }),
  responses: { 201: { description: "The account", schema: PanelAccount } },
  async handle({ deps, session, body, source, now }) {
    if (deps.env.PANEL_SIGN_UP !== "open") throw new ApiError("role_not_allowed", { message: CLOSED });
    return reply(201, showAccount(await open(deps, session, { name: body.name, source }, now)));
  },
});
