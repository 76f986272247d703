import * as z from "zod";

import { listEvents } from "../../api/events/list-events.ts";
import { listOf, shownMessage } from "../shown.ts";
import { tool } from "../tool.ts";
import { pageLimit, Thing } from "./arguments.ts";

type Json = Record<string, unknown>;

/** The `list_events` tool. */
export const listEventsTool = tool("list_events", {
  input: z.object({
    after: z.string().max(60).optional().describe("The id of the last event you have"),
    types: z.array(z.string().max(40)).max(20).optional(),
    limit: pageLimit(50),
  }),
  output: z.object({ events: z.array(Thing), next_after: z.string().nullable(), has_more: z.boolean() }),
  async call({ run }, { limit = 20, ...query }) {
    const reply = await run(listEvents, { query: { ...query, limit } });
    const { next_after, has_more } = reply.body as { next_after: string | null; has_more: boolean };
    return { events: listOf(reply).data.map(shownEvent), next_after, has_more };
  },
});

/**
 * Converts an event for a model. A message gets the form that other tools use. Any other data is marked as possibly
 * containing text from other people.
 */
function shownEvent({ id, type, created_at, data }: Json): Json {
  const isMessage = typeof data === "object" && data !== null && "direction" in data && "body" in data;
  return { id, type, created_at, ...(isMessage ? { message: shownMessage(data as Json) } : { from_person: data }) };
}
