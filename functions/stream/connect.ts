import middy, { type MiddlewareObj } from "@middy/core";
import type { Context } from "aws-lambda";
import { EVENTS_ROUTES } from "../../core/contracts/route-tables.ts";
import { SOCKETS } from "../../core/contracts/sockets.ts";
import { takeStreamTicket } from "../../core/operations/events/make-stream-ticket.ts";
import type { StreamConnections } from "../../core/ports.ts";
import type { ApiEvent, ApiResult } from "../api/api-request.ts";

import { authenticate } from "../api/middleware/authenticate.ts";
import { authorize } from "../api/middleware/authorize.ts";
import { findSource } from "../api/middleware/find-source.ts";
import { presentError } from "../api/middleware/present-error.ts";
import { rateLimit } from "../api/middleware/rate-limit.ts";
import { asResult } from "../api/resource.ts";
import type { ApiDeps } from "../own-deps.ts";
import { openStream } from "./open-stream.ts";

const ASKED = SOCKETS["events.stream"].asks;

/**
 * Creates the handler that decides whether a WebSocket to the event stream may be opened. A request passes through the
 * same checks as a polling request and counts as one, except that it can use a ticket instead of the key.
 * @param id the connection's id, if it already has one.
 * @returns 200 with the stored connection, or the API's response to a refused request.
 */
export function connectHandler(deps: () => ApiDeps, connections: Pick<StreamConnections, "isOpen">, id?: string) {
  const opened = openStream(connections, id);
  const handler = async (event: ApiEvent, _context: Context): Promise<ApiResult> =>
    asResult(await opened.run(event, deps()));
  return middy<ApiEvent, ApiResult>(handler)
    .use(presentError(deps))
    .use(findSource(deps))
    .before(({ event }) => {
      event.api.route = { id: ASKED, row: EVENTS_ROUTES[ASKED], params: {} };
    })
    .use(authenticateOrTake(deps))
    .use(rateLimit(deps))
    .use(authorize());
}

/** Identifies the caller by the ticket in the query if there is one, and by the key otherwise. */
function authenticateOrTake(deps: () => ApiDeps): MiddlewareObj<ApiEvent, ApiResult> {
  const byKey = authenticate(deps);
  return {
    async before(request) {
      const { api } = request.event;
      const { ticket } = api.query;
      if (typeof ticket !== "string") return byKey.before?.(request);
      api.caller = await takeStreamTicket(deps(), ticket, api.source, api.now);
    },
  };
}
