import type { MiddlewareObj } from "@middy/core";
import { PANEL_ROUTES, type PanelRouteRow } from "../../../core/contracts/panel/panel-routes.ts";
import { hasTrialEnded } from "../../../core/domain/accounts/plan-rules.ts";
import { kindOfRole } from "../../../core/domain/accounts/role.ts";
import { ApiError } from "../../../core/errors.ts";
import { believeSession } from "../../../core/operations/users/believe-session.ts";
import { readSession, type SignedIn } from "../../../core/operations/users/read-session.ts";
import type { Caller } from "../../../core/records/accounts/caller.ts";
import type { ApiResult } from "../../api/api-request.ts";
import type { ApiDeps } from "../../own-deps.ts";
import { cookieOf, type PanelEvent, panelUrlOf } from "../panel-request.ts";

const SIGNED_OUT = "You are not signed in, or your session has ended. Sign in again.";

/** Identifies the user by the session cookie alone. @throws ApiError 401 `unauthenticated`. */
export function authenticateSession(deps: () => ApiDeps): MiddlewareObj<PanelEvent, ApiResult> {
  return {
    async before({ event }) {
      const { api } = event;
      const token = cookieOf(event, "session", panelUrlOf(event, deps().env.PANEL_URL));
      const session = token === undefined ? null : await readerFor(event)(deps(), token, api.now);
      if (!session) throw new ApiError("unauthenticated", { message: SIGNED_OUT });
      api.session = session;
      const caller = callerOf(session, api.now);
      if (caller) api.caller = caller;
    },
  };
}

function readerFor({ api: { panelRoute } }: PanelEvent): typeof readSession {
  const row: PanelRouteRow | undefined = panelRoute && PANEL_ROUTES[panelRoute.id];
  return row?.onBelief ? believeSession : readSession;
}

/**
 * Turns a signed-in user into the caller of an API route. The user's role has already been checked against the panel's
 * route table.
 */
function callerOf({ user, account, membership }: SignedIn, now: Date): Caller | null {
  if (!account || !membership) return null;
  return {
    account_id: account.id,
    key_id: null,
    user_id: user.id,
    role: membership.role,
    kind: kindOfRole(membership.role),
    instance_id: null,
    mcp: null,
    plan: account.plan,
    trial_ended: hasTrialEnded(account, now),
  };
}
