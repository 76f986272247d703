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
    page: z.int().min(1).max(1_000).optional(),
  }),
  output: z.object({ chats: z.array(ShownChat), next_page: z.number().nullable() }),
  async call({ run }, { waiting, ...query }) {
    const asked = { ...query, waiting: waiting === undefined ? undefined : Number(waiting) };
    const reply = await run(listChats, { query: asked });
    const next = nextOf(reply, "page");
    return { chats: listOf(reply).data.map(shownChat), next_page: next === null ? null : Number(next) };
  },
});
