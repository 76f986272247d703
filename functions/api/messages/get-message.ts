import { Message } from "../../../core/contracts/message.ts";
import { presentMessages } from "../../../core/operations/messages/present-messages.ts";
import { readMessage } from "../../../core/operations/messages/read-message.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { MessageParams } from "./message-params.ts";

/** GET /v1/messages/{id}. Spec: Endpoints › Messages. */
export const getMessage = route("messages.get", {
  summary: "Get a message",
  params: MessageParams,
  responses: { 200: { description: "The message", schema: Message } },
  errors: ["message_not_found"],
  async handle({ caller, deps, params, now }) {
    const { message } = await readMessage(deps, caller, params.id, now);
    const [shown] = await presentMessages(deps, [message]);
    return reply(200, shown);
  },
});
