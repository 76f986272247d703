import * as z from "zod";
import { SOCKETS } from "../../core/contracts/sockets.ts";
import { text } from "../../core/contracts/text.ts";
import { openConnection } from "../../core/operations/events/open-connection.ts";
import type { StreamConnections } from "../../core/ports.ts";
import { EVENT_FILTERS } from "../api/events/event-filters.ts";
import { reply } from "../api/reply.ts";
import { type Route, route } from "../api/route.ts";

const TICKET_MAX_CHARS = 100;

/**
 * Creates the step that handles a WebSocket request as a route with the same permissions as polling. It responds with
 * the connection.
 */
export const openStream = (connections: Pick<StreamConnections, "isOpen">, id?: string): Route =>
  route(SOCKETS["events.stream"].asks, {
    summary: "Open a connection to the event stream",
    query: z.object({
      ...EVENT_FILTERS,
      ticket: text(
        TICKET_MAX_CHARS,
        "Use the ticket exactly as POST /v1/events/stream-tickets returned it.",
      ).optional(),
    }),
    responses: { 200: { description: "The connection was opened" } },
    async handle({ caller, deps, query, source, now }) {
      const { instance_id = null, types = null, after = null } = query;
      const wish = { ...(id !== undefined && { id }), source, instance_id, types, after };
      const { table, ids } = deps;
      return reply(200, await openConnection({ table, ids, connections }, caller, wish, now));
    },
  });
