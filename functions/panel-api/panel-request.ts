import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { cookieName } from "../../core/contracts/panel/cookies.ts";
import type { PanelRouteId } from "../../core/contracts/panel/panel-routes.ts";
import { trimEnd } from "../../core/domain/trim-end.ts";
import type { SignedIn } from "../../core/operations/users/read-session.ts";
import { type ApiEvent, type ApiState, baseUrlOf } from "../api/api-request.ts";

/** State of one request of the panel: a route of its own, or an API route that it also serves. */
export interface PanelState extends ApiState {
  panelRoute?: { id: PanelRouteId; params: Record<string, string> };
  session?: SignedIn;
}

/** A request of the panel on its way through the middleware. */
export type PanelEvent = ApiEvent & { api: PanelState };

/** The panel's address, without a slash at the end. Not configured: where the browser asked. */
export function panelUrlOf(event: APIGatewayProxyEventV2, configured: string): string {
  return configured ? trimEnd(configured, "/") : baseUrlOf(event, "");
}

/** The value of our cookie; undefined if there is none, or more than one. */
export function cookieOf(
  event: APIGatewayProxyEventV2,
  what: "session" | "signin",
  panelUrl: string,
): string | undefined {
  const name = `${cookieName(what, panelUrl.startsWith("https:"))}=`;
  const given = (event.cookies ?? []).filter((one) => one.startsWith(name)).map((one) => one.slice(name.length));
  return given.length === 1 ? given[0] : undefined;
}
