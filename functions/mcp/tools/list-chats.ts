import * as z from "zod";

import { listChats } from "../../api/chats/list-chats.ts";
import { listOf, nextOf, ShownChat, shownChat } from "../shown.ts";
import { tool } from "../tool.ts";
import { instanceId } from "./arguments.ts";

/** The `list_chats` tool. */
export const listChatsTool = tool("list_chats", {
  input: z.object({
    instance_id: instanceId().optional(),
    waiting: z.boolean().optional().describe("true for only chats in which the person is waiting for an answer"),
    assigned_to: z
      .string()
      .max(255)
      .optional()
      .describe("A team member's id from list_members, for only their chats; none for unassigned chats"),
    closed: z.boolean().optional().describe("true for only chats that the team has closed; false for only open chats"),
    snoozed: z.boolean().optional().describe("true for only snoozed chats; false for only the others"),
    search: z.string().max(100).optional().describe("Part of a name or number"),
    cursor: z.string().max(2_000).optional().describe("The next_cursor from the previous page, with the same filters"),
  }),
  output: z.object({ chats: z.array(ShownChat), next_cursor: z.string().nullable() }),
  async call({ run }, { waiting, closed, snoozed, ...query }) {
    const flag = (is: boolean | undefined) => (is === undefined ? undefined : Number(is));
    const asked = { ...query, waiting: flag(waiting), closed: flag(closed), snoozed: flag(snoozed) };
    const reply = await run(listChats, { query: asked });
    return { chats: listOf(reply).data.map(shownChat), next_cursor: nextOf(reply, "cursor") };
  },
});
