import { Message } from "../../../core/contracts/message.ts";
import { EMOJI_RULE, ReactionBody } from "../../../core/contracts/send-message.ts";
import { isOneEmoji } from "../../../core/domain/messages/emoji.ts";
import { presentMessages } from "../../../core/operations/messages/present-messages.ts";
import { reactToMessage as react } from "../../../core/operations/messages/react-to-message.ts";
import { readMessage } from "../../../core/operations/messages/read-message.ts";
import type { Caller } from "../../../core/records/accounts/caller.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import type { ApiDeps } from "../../own-deps.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { validationError } from "../validate.ts";
import { MessageParams } from "./message-params.ts";

const responses = {
  202: { description: "The reaction is being sent. A message.reaction event follows", schema: Message },
};
const errors = ["message_not_found", "conflict", ...SESSION_REFUSALS] as const;

/** PUT /v1/messages/{id}/reaction: reacts with a single emoji, which replaces the instance's previous reaction. */
export const reactToMessage = route("messages.react", {
  summary: "React to a message with an emoji",
  params: MessageParams,
  body: ReactionBody,
  responses,
  errors,
  handle({ caller, deps, params, body, now }) {
    if (!isOneEmoji(body.emoji)) throw validationError({ emoji: [EMOJI_RULE] });
    return reactAnd202(deps, caller, params.id, body.emoji, now);
  },
});

/** DELETE /v1/messages/{id}/reaction. */
export const removeReaction = route("messages.unreact", {
  summary: "Remove the instance's reaction",
  params: MessageParams,
  responses,
  errors,
  handle: ({ caller, deps, params, now }) => reactAnd202(deps, caller, params.id, null, now),
});

async function reactAnd202(deps: ApiDeps, caller: Caller, id: string, emoji: string | null, now: Date) {
  const message = await react(deps, await readMessage(deps, caller, id, now), emoji);
  const [shown] = await presentMessages(deps, [message]);
  return reply(202, shown);
}
