import type { MiddlewareObj } from "@middy/core";
import { MOUNTED_ROUTES, PANEL_ROUTES } from "../../../core/contracts/panel/panel-routes.ts";
import type { Role } from "../../../core/contracts/panel/roles.ts";
import { isRoleAllowed } from "../../../core/domain/accounts/role.ts";
import { ApiError } from "../../../core/errors.ts";
import type { ApiResult } from "../../api/api-request.ts";
import { TRIAL_OVER } from "../../api/middleware/authorize.ts";
import type { PanelEvent, PanelState } from "../panel-request.ts";

const NO_ACCOUNT = "You don't belong to an account yet. Create one, or ask an account admin to invite you.";

/**
 * Rejects users whose role the route doesn't allow. In a suspended account, rejects all requests except those that
 * concern only the user. After the trial, rejects all requests that send messages. @throws ApiError 403
 * `role_not_allowed`, `account_suspended`, `plan_limit`.
 */
export function authorizeRole(): MiddlewareObj<PanelEvent, ApiResult> {
  return {
    before({ event: { api } }) {
      const least = leastRole(api);
      if (least === "signed_in") return;
      const { account, membership } = api.session ?? {};
      if (!account || !membership) throw new ApiError("role_not_allowed", { message: NO_ACCOUNT });
      if (account.status === "suspended") throw new ApiError("account_suspended");
      if (least === null || !isRoleAllowed(membership.role, least)) throw refused(least);
      if (isNotAfterTrial(api) && api.caller?.trial_ended) throw new ApiError("plan_limit", { message: TRIAL_OVER });
    },
  };
}

function isNotAfterTrial({ route, panelRoute }: PanelState): boolean {
  const row = route ? route.row : panelRoute ? PANEL_ROUTES[panelRoute.id] : {};
  return "notAfterTrial" in row;
}

function leastRole({ route, panelRoute }: PanelState): Role | "signed_in" | null {
  if (route) return MOUNTED_ROUTES[route.id];
  return panelRoute ? PANEL_ROUTES[panelRoute.id].role : null;
}

/** Creates the error for an insufficient role. */
export function refused(least: Role | null): ApiError {
  const who = least === "admin" ? "Only an account admin can do that." : "Your role is view-only.";
  return new ApiError("role_not_allowed", { message: `${who} Ask an account admin.` });
}
