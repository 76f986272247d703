import * as z from "zod";
import { givenId } from "../../../../core/contracts/ids.ts";
import { Me } from "../../../../core/contracts/panel/me.ts";
import { chooseAccount as choose } from "../../../../core/operations/users/choose-account.ts";
import { accountRecords } from "../../../../core/records/accounts/account.ts";
import { memberships } from "../../../../core/records/users/membership.ts";
import { reply } from "../../../api/reply.ts";
import { panelRoute } from "../../panel-route.ts";
import { showMe } from "./show-me.ts";

/** POST /panel-api/me/account: switches to another of the user's accounts. */
export const chooseAccount = panelRoute("panel.me.choose_account", {
  body: z.object({ account_id: givenId() }),
  responses: { 200: { description: "The updated user", schema: Me } },
  async handle({ deps, session, body }) {
    await choose(deps.table, session, body.account_id);
    const [account, membership] = await Promise.all([
      accountRecords.read(deps.table, body.account_id),
      memberships.read(deps.table, body.account_id, session.user.id),
    ]);
    return reply(200, await showMe(deps, { ...session, account, membership }));
  },
});
