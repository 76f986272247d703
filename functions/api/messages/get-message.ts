import * as z from "zod";
import { Message } from "../../../core/contracts/message.ts";
import { readMessage } from "../../../core/operations/read-message.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";

/** GET /v1/messages/{id}. Spec: Endpoints › Messages. */
export const getMessage = route("messages.get", {
  summary: "Read a message",
  params: z.object({ id: z.string().meta({ example: "msg_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }) }),
  responses: { 200: { description: "The message", schema: Message } },
  errors: ["message_not_found"],
  async handle({ caller, deps, params, now }) {
    return reply(200, await readMessage(deps, caller, params.id, now));
  },
});
