import * as z from "zod";

import { listMessages } from "../../api/messages/list-messages.ts";
import { listOf, nextOf, ShownMessage, shownMessage } from "../shown.ts";
import { tool } from "../tool.ts";
import { instanceId, pageLimit, phone } from "./arguments.ts";

/** The `search_messages` tool. */
export const searchMessagesTool = tool("search_messages", {
  input: z.object({
    instance_id: instanceId().optional(),
    phone: phone().optional(),
    direction: z.enum(["in", "out"]).optional(),
    limit: pageLimit(50),
    cursor: z.string().max(2_000).optional().describe("The next_cursor from the previous page, with the same filters"),
  }),
  output: z.object({ messages: z.array(ShownMessage), next_cursor: z.string().nullable() }),
  async call({ run }, { limit = 20, ...query }) {
    const reply = await run(listMessages, { query: { ...query, limit } });
    const messages = listOf(reply).data.map((message) => shownMessage(message));
    return { messages, next_cursor: nextOf(reply, "cursor") };
  },
});
