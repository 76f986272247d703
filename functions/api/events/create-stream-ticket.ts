import { StreamTicket } from "../../../core/contracts/events/stream-frames.ts";
import { makeStreamTicket } from "../../../core/operations/events/make-stream-ticket.ts";
import { noStream, streamAddress } from "../no-stream.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";

/**
 * POST /v1/events/stream-tickets: creates a ticket that opens one connection to the event stream, for clients that
 * can't send headers.
 */
export const createStreamTicket = route("events.create_stream_ticket", {
  summary: "Get a ticket for one connection to the stream of events",
  responses: {
    201: {
      description:
        "The ticket. It can be used for one connection within 60 seconds, and has the same rights as the key",
      schema: StreamTicket,
    },
  },
  errors: ["not_found"],
  async handle({ caller, deps, now, baseUrl }) {
    const address = streamAddress(deps.env, baseUrl);
    if (address === null) throw noStream();
    const { ticket, expires_at } = await makeStreamTicket(deps, caller, now);
    return reply(201, { ticket, url: `${address}?ticket=${ticket}`, expires_at });
  },
});
