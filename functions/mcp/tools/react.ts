import * as z from "zod";

import { reactToMessage } from "../../api/messages/react-to-message.ts";
import { tool } from "../tool.ts";
import { messageId } from "./arguments.ts";

/** The `react` tool. */
export const reactTool = tool("react", {
  input: z.object({ message_id: messageId(), emoji: z.string().min(1).max(32) }),
  output: z.object({ accepted: z.boolean() }),
  async call({ run }, { message_id, emoji }) {
    await run(reactToMessage, { params: { id: message_id }, body: { emoji } });
    return { accepted: true };
  },
});
