import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { cookieName } from "../../core/contracts/panel/cookies.ts";
import type { PanelRouteId } from "../../core/contracts/panel/panel-routes.ts";
import { trimEnd } from "../../core/domain/trim-end.ts";
import type { SignedIn } from "../../core/operations/users/read-session.ts";
import { type ApiEvent, type ApiState, baseUrlOf } from "../api/api-request.ts";

/** The state of a panel request, for one of the panel's own routes or an API route that the panel also serves. */
export interface PanelState extends ApiState {
  panelRoute?: { id: PanelRouteId; params: Record<string, string> };
  session?: SignedIn;
}

/** A panel request on its way through the middleware. */
export type PanelEvent = ApiEvent & { api: PanelState };

/** Returns the panel's address, without a trailing slash. Defaults to the address that the browser used. */
export function panelUrlOf(event: APIGatewayProxyEventV2, configured: string): string {
  return configured ? trimEnd(configured, "/") : baseUrlOf(event, "");
}

/** Returns the value of our cookie, or undefined if the request has no such cookie or more than one. */
export function cookieOf(
  event: APIGatewayProxyEventV2,
  what: "session" | "signin",
  panelUrl: string,
): string | undefined {
  const name = `${cookieName(what, panelUrl.startsWith("https:"))}=`;
  const given = (event.cookies ?? []).filter((one) => one.startsWith(name)).map((one) => one.slice(name.length));
  return given.length === 1 ? given[0] : undefined;
}
