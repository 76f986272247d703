import * as z from "zod";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { NewChat } from "../../../core/contracts/panel/new-chat.ts";
import { PHONE_RULE } from "../../../core/contracts/phone.ts";
import { text } from "../../../core/contracts/text.ts";
import { ApiError } from "../../../core/errors.ts";
import { findChat } from "../../../core/operations/chats/find-chat.ts";
import { InstanceParams } from "../../api/instances/instance-params.ts";
import { requirePhone } from "../../api/instances/require-phone.ts";
import { reply } from "../../api/reply.ts";
import { panelRoute } from "../panel-route.ts";

/**
 * GET /panel-api/instances/{id}/new-chat: returns the chat for a phone number before any message is written. Someone
 * who already has a chat is found by either form of their number. An impossible number is rejected with the same error
 * as when sending to it.
 */
const getNewChat = panelRoute("panel.new_chat", {
  params: InstanceParams,
  query: z.object({ phone: text(LIMITS.phoneMaxChars, PHONE_RULE) }),
  responses: { 200: { description: "The chat, which may be empty", schema: NewChat } },
  async handle({ deps, caller, params, query }) {
    try {
      const { chat } = await findChat(deps, caller, params.id, query.phone);
      return reply(200, { chat: chat.key });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "chat_not_found") throw error;
      return reply(200, { chat: requirePhone(query.phone) });
    }
  },
});

/** The route for the form that starts a new chat. */
export const routes = [getNewChat];
