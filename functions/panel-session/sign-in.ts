import { setCookie } from "../../core/contracts/panel/cookies.ts";
import { PANEL_LIMITS } from "../../core/contracts/panel/panel-limits.ts";
import { addressBlock } from "../../core/domain/accounts/address-block.ts";
import { startSignIn } from "../../core/operations/users/start-sign-in.ts";
import { keys } from "../../core/store/keys.ts";
import type { ApiResult } from "../api/api-request.ts";
import type { ApiDeps } from "../own-deps.ts";
import { type PanelEvent, panelUrlOf } from "../panel-api/panel-request.ts";
import { newSignIn } from "./provider.ts";
import { toldPage } from "./told-page.ts";
import { loggable, refusalPage } from "./why-refused.ts";

const TO_MAX_CHARS = 1_000;

/**
 * Returns `to` if it is the path of one of the panel's own pages, and the first page's path otherwise. `to` isn't
 * trusted, because anyone could have written it.
 */
export function pathOfOurs(to: unknown): string {
  if (typeof to !== "string" || to.length > TO_MAX_CHARS) return "/";
  // Browsers treat `//host`, `/\host`, and paths with control characters as URLs on another host.
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(to) && !to.startsWith("/panel-api") ? to : "/";
}

/** GET /panel-api/session/sign-in?to=: redirects to the identity provider with 302. */
export async function signIn(event: PanelEvent, deps: ApiDeps): Promise<ApiResult> {
  const { source, now, query } = event.api;
  const place = keys.addressRate("sign-ins", addressBlock(source));
  const decision = await deps.rates.count(place, PANEL_LIMITS.signInsPerMinute, now);
  if (!decision.passes)
    return toldPage(429, "Too many sign-ins were started from your network. Wait a minute, then try again.");
  const panelUrl = panelUrlOf(event, deps.env.PANEL_URL);
  const begun = await newSignIn(panelUrl).catch((error: unknown) => {
    deps.log.error(loggable(error), "the identity provider could not be reached");
    return null;
  });
  if (begun === null) return refusalPage("no_answer");
  const { url, ...about } = begun;
  const token = await startSignIn(deps, { ...about, to: pathOfOurs(query.to) }, now);
  const isSecure = panelUrl.startsWith("https:");
  return {
    statusCode: 302,
    headers: { Location: url, "Cache-Control": "no-store" },
    cookies: [setCookie("signin", token, { isSecure, maxAgeSec: PANEL_LIMITS.signInMinutes * 60 })],
  };
}
