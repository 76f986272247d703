import * as z from "zod";
import { PANEL_LIMITS } from "../../../../core/contracts/panel/panel-limits.ts";
import { PanelAccount } from "../../../../core/contracts/panel/team.ts";
import { words } from "../../../../core/contracts/text.ts";
import { ApiError } from "../../../../core/errors.ts";
import { openAccount as open } from "../../../../core/operations/users/open-account.ts";
import { reply } from "../../../api/reply.ts";
import { panelRoute } from "../../panel-route.ts";
import { showAccount } from "../../team/show-account.ts";

const BY_OPERATOR =
  "Accounts on this gateway are created by its operator. Ask the operator or an account admin for an invitation.";

/** POST /panel-api/accounts: opens a new account for the user. It starts with a trial. Spec: What the service does. */
export const openAccount = panelRoute("panel.accounts.open", {
  body: z.object({ name: words("name", PANEL_LIMITS.accountNameMaxChars, { trimmed: true }) }),
  responses: { 201: { description: "The account", schema: PanelAccount } },
  async handle({ deps, session, body, source, now }) {
    if (deps.env.ACCOUNTS_BY_OPERATOR === "1") throw new ApiError("conflict", { message: BY_OPERATOR });
    return reply(201, showAccount(await open(deps, session, { name: body.name, source }, now)));
  },
});
