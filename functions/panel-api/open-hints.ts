import middy from "@middy/core";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { SOCKETS } from "../../core/contracts/sockets.ts";
import type { Hearer } from "../../core/operations/users/check-hearer.ts";
import type { ApiResult } from "../api/api-request.ts";
import { findSource } from "../api/middleware/find-source.ts";
import { presentError } from "../api/middleware/present-error.ts";
import { reply } from "../api/reply.ts";
import { asResult } from "../api/resource.ts";
import type { ApiDeps } from "../own-deps.ts";
import { authenticateSession } from "./middleware/authenticate-session.ts";
import { authorizeRole } from "./middleware/authorize-role.ts";
import { limitPerson } from "./middleware/limit-person.ts";
import { requireOwnOrigin } from "./middleware/require-own-page.ts";
import type { PanelEvent } from "./panel-request.ts";

/**
 * The decision on a page's request for a WebSocket. Either the page will be notified of changes in the account, or the
 * request is refused with this response.
 */
export type HintsDecision = { hearer: Hearer } | { refusal: ApiResult };

/**
 * Creates the check for pages that request change notifications. The request needs the same permissions as polling for
 * changes, and counts as one of the user's requests.
 */
export function hintsOpener(deps: () => ApiDeps) {
  const check = middy<PanelEvent, ApiResult>(async () => asResult(reply(204)))
    .use(presentError(deps))
    .use(findSource(deps))
    .before(({ event }) => {
      event.api.panelRoute = { id: SOCKETS["panel.hints"].asks, params: {} };
    })
    .use(requireOwnOrigin(deps))
    .use(authenticateSession(deps))
    .use(limitPerson(deps))
    .use(authorizeRole());
  return async (asked: APIGatewayProxyEventV2, context: Context): Promise<HintsDecision> => {
    const event = asked as PanelEvent; // the check's first steps add the rest
    const result = await check(event, context);
    const { session } = event.api;
    if (result.statusCode !== 204 || !session?.account) return { refusal: result };
    return { hearer: { hmac: session.hmac, user_id: session.user.id, account_id: session.account.id } };
  };
}
