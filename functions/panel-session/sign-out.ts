import { setCookie } from "../../core/contracts/panel/cookies.ts";
import { endSession } from "../../core/operations/users/end-session.ts";
import { readSession } from "../../core/operations/users/read-session.ts";
import { type Reply, reply } from "../api/reply.ts";
import type { ApiDeps } from "../own-deps.ts";
import { checkOwnPage } from "../panel-api/middleware/require-own-page.ts";
import { cookieOf, type PanelEvent, panelUrlOf } from "../panel-api/panel-request.ts";
import { signOutUrl } from "./provider.ts";

/**
 * POST /panel-api/session/sign-out: ends the session and tells the browser to delete its stored data.
 * @returns 200 with the URL that also signs the user out of the provider.
 */
export async function signOut(event: PanelEvent, deps: ApiDeps): Promise<{ reply: Reply; cookies: string[] }> {
  const panelUrl = panelUrlOf(event, deps.env.PANEL_URL);
  checkOwnPage(event, panelUrl);
  const token = cookieOf(event, "session", panelUrl);
  const session = token === undefined ? null : await readSession(deps, token, event.api.now);
  if (session) await endSession(deps.table, session.user.id, session.record.id, session.hmac);
  const url = await signOutUrl(panelUrl).catch(() => `${panelUrl}/`); // the session has ended in any case
  return {
    reply: reply(200, { url }, { "Clear-Site-Data": '"cache", "storage"' }),
    cookies: [setCookie("session", "", { isSecure: panelUrl.startsWith("https:"), maxAgeSec: 0 })],
  };
}
