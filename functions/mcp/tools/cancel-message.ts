import * as z from "zod";
import { cancelMessage } from "../../../core/operations/messages/cancel-message.ts";
import { readMessage } from "../../../core/operations/messages/read-message.ts";
import { MessageParams } from "../../api/messages/message-params.ts";
import { reply } from "../../api/reply.ts";
import { route } from "../../api/route.ts";
import { tool } from "../tool.ts";
import { messageId } from "./arguments.ts";

/**
 * Like the DELETE route for messages, but only cancels messages that are still waiting. A message that has been sent
 * isn't deleted.
 */
const cancelWaiting = route("messages.delete", {
  summary: "Cancel a waiting message",
  params: MessageParams,
  responses: {},
  async handle({ caller, deps, params, now }) {
    await cancelMessage(deps, await readMessage(deps, caller, params.id, now), { onlyWaiting: true });
    return reply(204);
  },
});

/** The `cancel_message` tool. */
export const cancelMessageTool = tool("cancel_message", {
  input: z.object({ message_id: messageId() }),
  output: z.object({ cancelled: z.boolean() }),
  async call({ run }, { message_id }) {
    await run(cancelWaiting, { params: { id: message_id } });
    return { cancelled: true };
  },
});
