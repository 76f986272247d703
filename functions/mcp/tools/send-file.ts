import * as z from "zod";

import { SentMessage, sendOnce } from "../send-once.ts";
import { tool } from "../tool.ts";
import { chat, clientRef, instanceId } from "./arguments.ts";

/** The `send_file` tool. */
export const sendFileTool = tool("send_file", {
  input: z.object({
    instance_id: instanceId(),
    to: chat(),
    url: z
      .url({ protocol: /^https$/ })
      .max(2_048)
      .describe("The file's public https address"),
    mimetype: z.string().min(3).max(100).describe("image/*, video/* or audio/*; any other type is sent as a document"),
    caption: z.string().max(1_024).optional(),
    filename: z.string().max(255).optional(),
    client_ref: clientRef(),
  }),
  output: SentMessage,
  call: (context, { url, mimetype, caption, filename, ...send }) =>
    sendOnce(context, { ...send, content: { text: caption, media: { mimetype, url, filename } } }),
});
