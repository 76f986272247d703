import * as z from "zod";

import { SentMessage, sendOnce } from "../send-once.ts";
import { tool } from "../tool.ts";
import { chat, clientRef, instanceId, messageId } from "./arguments.ts";

/** The `send_message` tool. */
export const sendMessageTool = tool("send_message", {
  input: z.object({
    instance_id: instanceId(),
    to: chat(),
    text: z.string().min(1).max(4_096),
    reply_to: messageId().optional(),
    send_at: z
      .string()
      .max(40)
      .optional()
      .describe("When to send the message, with an offset: 2026-11-20T09:30:00+00:00"),
    client_ref: clientRef(),
  }),
  output: SentMessage,
  call: (context, { text, reply_to, send_at, ...send }) =>
    sendOnce(context, { ...send, content: { text, reply_to, send_at } }),
});
