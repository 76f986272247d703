import * as z from "zod";

import { listMembers } from "../../api/chats/list-members.ts";
import { listOf } from "../shown.ts";
import { tool } from "../tool.ts";
import { Thing } from "./arguments.ts";

/** The `list_members` tool. */
export const listMembersTool = tool("list_members", {
  input: z.object({}),
  output: z.object({ members: z.array(Thing) }),
  async call({ run }) {
    const reply = await run(listMembers, {});
    return { members: listOf(reply).data.map(({ id, name, role }) => ({ id, name, role })) };
  },
});
