import { setCookie } from "../../core/contracts/panel/cookies.ts";
import { PANEL_LIMITS } from "../../core/contracts/panel/panel-limits.ts";
import { isFreshSignIn } from "../../core/domain/accounts/fresh-sign-in.ts";
import { findPerson } from "../../core/operations/users/find-person.ts";
import { openSession } from "../../core/operations/users/open-session.ts";
import { takeSignIn } from "../../core/operations/users/start-sign-in.ts";
import { readAccountsOf } from "../../core/records/users/membership.ts";
import { type ApiResult, header } from "../api/api-request.ts";
import type { ApiDeps } from "../own-deps.ts";
import { cookieOf, type PanelEvent, panelUrlOf } from "../panel-api/panel-request.ts";
import { exchange } from "./provider.ts";
import { toldPage } from "./told-page.ts";
import { loggable, refusalOf, refusalPage } from "./why-refused.ts";

const NOT_FINISHED =
  "The sign-in was not completed: the sign-in service sent you back without signing you in. Start again.";

const NOT_ASKED = "The sign-in service let you in without asking for your password. Sign in again with your password.";

/**
 * GET /panel-api/session/callback: handles the return from the identity provider with a code. A code works only once,
 * and only in the browser that started the sign-in. Signs the user in and responds with a 302 to the requested page.
 */
export async function comeBack(event: PanelEvent, deps: ApiDeps): Promise<ApiResult> {
  const { now, source } = event.api;
  const panelUrl = panelUrlOf(event, deps.env.PANEL_URL);
  const isSecure = panelUrl.startsWith("https:");
  const token = cookieOf(event, "signin", panelUrl);
  const begun = token === undefined ? null : await takeSignIn(deps, token, now);
  if (!begun) return refusalPage("gone");
  if (event.api.query.error !== undefined) return toldPage(400, NOT_FINISHED);
  const proven = await exchange(panelUrl, event.rawQueryString ?? "", begun).catch((error: unknown) => {
    // The library's errors may quote the provider's response, including codes, so log only the parts that are safe.
    deps.log.warn(loggable(error), "a sign-in was refused");
    return refusalOf(error);
  });
  if (typeof proven === "string") return refusalPage(proven);
  const tookMs = deps.clock.now().getTime() - Date.parse(begun.started_at);
  if (proven.proof !== null && !isFreshSignIn(proven.proof, tookMs)) return toldPage(400, NOT_ASKED);
  const user = await findPerson(deps, proven.identity, now);
  const [account = null] = await readAccountsOf(deps.table, user.id);
  const browser = header(event, "user-agent") ?? "";
  const session = await openSession(deps, { user_id: user.id, account_id: account, source, browser }, now);
  return {
    statusCode: 302,
    headers: { Location: begun.to, "Cache-Control": "no-store" },
    cookies: [
      setCookie("session", session.token, { isSecure, maxAgeSec: PANEL_LIMITS.sessionDays * 86_400 }),
      setCookie("signin", "", { isSecure, maxAgeSec: 0 }),
    ],
  };
}
