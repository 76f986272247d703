import type { MiddlewareObj } from "@middy/core";
import { ApiError } from "../../../core/errors.ts";
import { type ApiResult, header } from "../../api/api-request.ts";
import type { ApiDeps } from "../../own-deps.ts";
import { type PanelEvent, panelUrlOf } from "../panel-request.ts";

const ELSEWHERE =
  "This request did not come from the panel's own page, so it was not carried out. Open the panel and try again there.";
const NO_JSON = "Send requests that change something with Content-Type: application/json.";

/**
 * Refuses a change that another site's page may have asked the browser for: it must come from our own page, by what the
 * browser itself says, and with a type that no form can send. @throws ApiError `bad_request` 400.
 */
export function requireOwnPage(deps: () => ApiDeps): MiddlewareObj<PanelEvent, ApiResult> {
  return {
    before({ event }) {
      if (event.requestContext.http.method === "GET") return;
      checkOwnPage(event, panelUrlOf(event, deps().env.PANEL_URL));
    },
  };
}

/** The same for one request that is a change. @throws ApiError `bad_request` 400. */
export function checkOwnPage(event: PanelEvent, panelUrl: string): void {
  if (!isFromOwnPage(event, panelUrl)) throw new ApiError("bad_request", { message: ELSEWHERE });
  const type = (header(event, "content-type") ?? "").split(";", 1)[0] ?? "";
  if (type.trim().toLowerCase() !== "application/json") throw new ApiError("bad_request", { message: NO_JSON });
}

/**
 * Refuses a WebSocket that another site's page may have asked the browser for, which sends the person's cookie with it.
 * Every browser names the page's origin then. @throws ApiError `bad_request` 400.
 */
export function requireOwnOrigin(deps: () => ApiDeps): MiddlewareObj<PanelEvent, ApiResult> {
  return {
    before({ event }) {
      if (header(event, "origin") === panelUrlOf(event, deps().env.PANEL_URL)) return;
      throw new ApiError("bad_request", { message: ELSEWHERE });
    },
  };
}

/** Whether the browser says so. Browsers that don't send `Sec-Fetch-Site` send `Origin` with every change. */
function isFromOwnPage(event: PanelEvent, panelUrl: string): boolean {
  const site = header(event, "sec-fetch-site");
  if (site !== undefined) return site === "same-origin";
  return header(event, "origin") === panelUrl;
}
