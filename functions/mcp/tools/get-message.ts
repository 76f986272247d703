import * as z from "zod";

import { getMessage } from "../../api/messages/get-message.ts";
import { dataOf, ShownMessage, shownMessage, WHOLE_TEXT_CHARS } from "../shown.ts";
import { tool } from "../tool.ts";
import { messageId } from "./arguments.ts";

/** The `get_message` tool. */
export const getMessageTool = tool("get_message", {
  input: z.object({ message_id: messageId() }),
  output: z.object({ message: ShownMessage }),
  async call({ run }, { message_id }) {
    const reply = await run(getMessage, { params: { id: message_id } });
    return { message: shownMessage(dataOf(reply), WHOLE_TEXT_CHARS) };
  },
});
