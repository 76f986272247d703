import * as z from "zod";

import { markRead } from "../../api/messages/mark-read.ts";
import { tool } from "../tool.ts";
import { messageId } from "./arguments.ts";

/** The `mark_read` tool. */
export const markReadTool = tool("mark_read", {
  input: z.object({ message_id: messageId() }),
  output: z.object({ done: z.boolean() }),
  async call({ run }, { message_id }) {
    await run(markRead, { params: { id: message_id } });
    return { done: true };
  },
});
