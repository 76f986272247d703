import { ChangeChatBody } from "../../../core/contracts/chats/change-chat.ts";
import { Chat } from "../../../core/contracts/chats/chat.ts";
import { checkChatChange, checkSnooze } from "../../../core/domain/chats/asked-change.ts";
import { changeChat as change } from "../../../core/operations/chats/change-chat.ts";
import { type AskedTeamChange, changeForTeam } from "../../../core/operations/chats/change-for-team.ts";
import { findChat, readChat } from "../../../core/operations/chats/find-chat.ts";
import { presentChat } from "../../../core/operations/chats/present-chat.ts";
import type { Caller } from "../../../core/records/accounts/caller.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { validationError } from "../validate.ts";
import { ChatParams } from "./chat-params.ts";
import { namedMember } from "./named-member.ts";

/**
 * PATCH /v1/instances/{id}/chats/{chat}: changes only the fields present in the request. Fields that also exist on the
 * phone are changed there too.
 */
export const changeChat = route("chats.change", {
  summary: "Archive, pin, mute, mark, assign, close or snooze a chat",
  params: ChatParams,
  body: ChangeChatBody,
  responses: {
    200: {
      description: "The updated chat. If part of the change fails, the error lists what was changed",
      schema: Chat,
    },
  },
  errors: ["instance_not_found", "chat_not_found", "conflict", "unavailable", ...SESSION_REFUSALS],
  async handle({ caller, deps, params, body, now }) {
    const found = await findChat(deps, caller, params.id, params.chat);
    const asked = checkChatChange(body, now);
    if ("errors" in asked) throw validationError(asked.errors);
    const team = teamChange(caller, body, now);
    let chat = await change(deps, found, asked.change, body.handled_by);
    if (Object.keys(team).length > 0) {
      const place = { type: chat.type, key: chat.key };
      await changeForTeam(deps, { instance: found.instance, caller, place }, team);
      chat = (await readChat(deps.table, found.instance.id, place)) ?? chat;
    }
    return reply(200, await presentChat(deps, caller.account_id, chat, deps.clock.now()));
  },
});

/** Validates the fields that exist only for the team and are never sent to the phone. */
function teamChange(caller: Caller, body: ChangeChatBody, now: Date): AskedTeamChange {
  const { assigned_to, if_assigned_to, snoozed_until, closed, if_last_message_id } = body;
  const end = snoozed_until === undefined ? undefined : checkSnooze(snoozed_until, closed, now);
  if (typeof end === "string") throw validationError({ snoozed_until: [end] });
  return {
    ...(assigned_to !== undefined && { assignee: namedMember(caller, "assigned_to", assigned_to) }),
    ...(if_assigned_to !== undefined && { if_assignee: namedMember(caller, "if_assigned_to", if_assigned_to) }),
    ...(end !== undefined && { snoozed_ms: end }),
    ...(closed !== undefined && { closed }),
    ...(if_last_message_id !== undefined && { if_last_id: if_last_message_id }),
  };
}
