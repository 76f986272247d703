import * as z from "zod";

import { listChats } from "../../api/chats/list-chats.ts";
import { listOf, nextOf, ShownChat, shownChat } from "../shown.ts";
import { tool } from "../tool.ts";
import { instanceId } from "./arguments.ts";

/** list_chats */
export const listChatsTool = tool("list_chats", {
  input: z.object({
    instance_id: instanceId().optional(),
    waiting: z.boolean().optional().describe("true: only chats whose person waits for an answer"),
    search: z.string().max(100).optional().describe("A part of a name or number"),
    cursor: z.string().max(2_000).optional().describe("next_cursor of the page before, with the same filters"),
  }),
  output: z.object({ chats: z.array(ShownChat), next_cursor: z.string().nullable() }),
  async call({ run }, { waiting, ...query }) {
    const asked = { ...query, waiting: waiting === undefined ? undefined : Number(waiting) };
    const reply = await run(listChats, { query: asked });
    return { chats: listOf(reply).data.map(shownChat), next_cursor: nextOf(reply, "cursor") };
  },
});
