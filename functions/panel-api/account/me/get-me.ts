import { Me } from "../../../../core/contracts/panel/me.ts";
import { reply } from "../../../api/reply.ts";
import { panelRoute } from "../../panel-route.ts";
import { showMe } from "./show-me.ts";

/** GET /panel-api/me: returns the signed-in user and the accounts they belong to. */
export const getMe = panelRoute("panel.me", {
  responses: { 200: { description: "The user, their accounts, and the account they are viewing", schema: Me } },
  handle: async ({ deps, session }) => reply(200, await showMe(deps, session)),
});
