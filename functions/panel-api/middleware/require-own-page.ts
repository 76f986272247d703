import type { MiddlewareObj } from "@middy/core";
import { ApiError } from "../../../core/errors.ts";
import { type ApiResult, header } from "../../api/api-request.ts";
import type { ApiDeps } from "../../own-deps.ts";
import { type PanelEvent, panelUrlOf } from "../panel-request.ts";

const ELSEWHERE =
  "This request did not come from the panel's own page, so it was not carried out. Open the panel and try again there.";
const NO_JSON = "Send requests that change something with Content-Type: application/json.";

/**
 * Rejects changes that another site's page could have triggered in the browser. According to headers set by the browser
 * itself, a change must come from our own page. It must also have a content type that an HTML form can't send. @throws
 * ApiError `bad_request` 400.
 */
export function requireOwnPage(deps: () => ApiDeps): MiddlewareObj<PanelEvent, ApiResult> {
  return {
    before({ event }) {
      if (event.requestContext.http.method === "GET") return;
      checkOwnPage(event, panelUrlOf(event, deps().env.PANEL_URL));
    },
  };
}

/** Performs the same check for a single request that makes a change. @throws ApiError `bad_request` 400. */
export function checkOwnPage(event: PanelEvent, panelUrl: string): void {
  if (!isFromOwnPage(event, panelUrl)) throw new ApiError("bad_request", { message: ELSEWHERE });
  const type = (header(event, "content-type") ?? "").split(";", 1)[0] ?? "";
  if (type.trim().toLowerCase() !== "application/json") throw new ApiError("bad_request", { message: NO_JSON });
}

/**
 * Rejects WebSockets that another site's page made the browser open, since the browser includes the user's cookie.
 * Every browser sends the page's origin when opening a WebSocket. @throws ApiError `bad_request` 400.
 */
export function requireOwnOrigin(deps: () => ApiDeps): MiddlewareObj<PanelEvent, ApiResult> {
  return {
    before({ event }) {
      if (header(event, "origin") === panelUrlOf(event, deps().env.PANEL_URL)) return;
      throw new ApiError("bad_request", { message: ELSEWHERE });
    },
  };
}

/**
 * Whether the browser's headers show that the request comes from our own page. Browsers without `Sec-Fetch-Site` send
 * `Origin` with every change.
 */
function isFromOwnPage(event: PanelEvent, panelUrl: string): boolean {
  const site = header(event, "sec-fetch-site");
  if (site !== undefined) return site === "same-origin";
  return header(event, "origin") === panelUrl;
}
