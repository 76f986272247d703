import * as z from "zod";

import { readHistory } from "../../api/chats/read-history.ts";
import { listOf, nextOf, ShownMessage, shownMessage } from "../shown.ts";
import { tool } from "../tool.ts";
import { chat, instanceId, pageLimit } from "./arguments.ts";

/** The `read_chat` tool. */
export const readChatTool = tool("read_chat", {
  input: z.object({
    instance_id: instanceId(),
    chat: chat(),
    limit: pageLimit(50),
    cursor: z.string().max(2_000).optional().describe("The next_cursor from the previous page"),
  }),
  output: z.object({ messages: z.array(ShownMessage), next_cursor: z.string().nullable() }),
  async call({ run }, { instance_id, chat, limit = 20, cursor }) {
    const reply = await run(readHistory, { params: { id: instance_id, chat }, query: { limit, cursor } });
    const messages = listOf(reply).data.map((message) => shownMessage(message));
    return { messages, next_cursor: nextOf(reply, "cursor") };
  },
});
