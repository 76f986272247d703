import { proto } from "@whiskeysockets/baileys";
import * as z from "zod";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { readContent } from "../../world/content/read-content.ts";
import { isAdmin } from "../../world/groups/permissions.ts";
import { secretOf } from "../../world/messages/message-secret.ts";
import { passReceipt } from "../../world/messages/receipts.ts";
import { answerEvent, EVENT_ANSWERS } from "../../world/messages/writing/answer-event.ts";
import { edit, sealedEdit } from "../../world/messages/writing/edit.ts";
import { reaction } from "../../world/messages/writing/react.ts";
import { takingBack } from "../../world/messages/writing/take-back.ts";
import { disowned, type Target, targetOf } from "../../world/messages/writing/target.ts";
import { vote } from "../../world/messages/writing/vote.ts";
import { writeFromPhone } from "../../world/messages/writing/write-from-phone.ts";
import type { Chat } from "../../world/people/chats.ts";
import { roomAt } from "../../world/people/room.ts";
import { presentMessage } from "../answers/present.ts";
import { chatOf, messageOf, personOf } from "../requests/fields.ts";
import { NoBody, ok, route, type SandboxRequest } from "../requests/route.ts";
import { SandboxError } from "../requests/sandbox-error.ts";

/** Whether an act on the author's own message identifies the message as their own. Some phones don't do this. */
const says_own = z.boolean().default(true);

const React = z.object({ emoji: z.string().max(20), says_own });

/** `encrypted` means that the edit is encrypted with the message's secret, as on newer phones. */
const Edit = z.object({ text: z.string().min(1), encrypted: z.boolean().default(true) });

/**
 * `as` is the form of id that the vote uses to refer to people, by default the chat's. Without options, the vote is
 * withdrawn.
 */
const Vote = z.object({
  options: z.array(z.string()),
  as: z.enum(["number", "private_id"]).optional(),
  says_own,
});

const AnswerEvent = z.object({ answer: z.enum(EVENT_ANSWERS), guests: z.int().min(0).max(20).default(0), says_own });

/**
 * Routes for acts on messages, from reacting to reading. Each responds with the message as the person sees it
 * afterwards.
 */
export const messageActRoutes = [
  route("POST /phones/{phone}/messages/{id}/react", React, (request) =>
    act(request, ({ target, transaction, body }) =>
      reaction(namedBy(target, body.says_own), body.emoji, transaction.now),
    ),
  ),

  route("POST /phones/{phone}/messages/{id}/edit", Edit, (request) =>
    act(request, ({ target, transaction, person, body }) => {
      if (!target.key.fromMe) throw new SandboxError("conflict", "Only who wrote a message can edit it.");
      const canBeSealed = body.encrypted && secretOf(target.message) !== null;
      return canBeSealed
        ? sealedEdit(target, person, body.text, transaction.now)
        : edit(target, body.text, transaction.now);
    }),
  ),

  route("POST /phones/{phone}/messages/{id}/delete", NoBody, (request) =>
    act(request, ({ target, transaction, person }) => {
      const { chat } = target;
      const mayForOthers = chat.kind === "group" && isAdmin(transaction, chat.group, person.phone);
      if (!target.key.fromMe && !mayForOthers) {
        throw new SandboxError("conflict", "Only who wrote a message can take it back, or an admin of the group.");
      }
      return takingBack(target);
    }),
  ),

  route("POST /phones/{phone}/messages/{id}/vote", Vote, (request) =>
    act(request, ({ target, transaction, person, body }) => {
      const { poll } = readContent(target.message.content);
      if (!poll) throw new SandboxError("conflict", "This message is no poll.");
      const unknown = body.options.find((option) => !poll.options.includes(option));
      if (unknown !== undefined) throw new SandboxError("bad_request", `The poll has no option ${unknown}.`);
      if (body.options.length > 1 && !poll.multiple_answers) {
        throw new SandboxError("bad_request", "This poll takes one answer.");
      }
      if (!secretOf(target.message)) throw new SandboxError("conflict", "The poll came without its secret.");
      const form = body.as === undefined ? target.form : body.as === "number" ? "pn" : "lid";
      return vote(namedBy(target, body.says_own), person, body.options, form, transaction.now);
    }),
  ),

  route("POST /phones/{phone}/messages/{id}/answer-event", AnswerEvent, (request) =>
    act(request, ({ target, transaction, person, body }) => {
      const { eventMessage } = proto.Message.decode(target.message.content);
      if (!eventMessage) throw new SandboxError("conflict", "This message is no event.");
      if (!secretOf(target.message)) throw new SandboxError("conflict", "The event came without its secret.");
      return answerEvent(namedBy(target, body.says_own), person, body.answer, body.guests, transaction.now);
    }),
  ),

  route("POST /phones/{phone}/messages/{id}/read", NoBody, ({ deps, param }) =>
    deps.world.transactions.run((transaction) => {
      const reader = personOf(transaction, param("phone"));
      const message = messageOf(transaction, reader, param("id"));
      const author = transaction.store.people.byPhone(message.author.phone);
      if (!author || author.phone === reader.phone) {
        throw new SandboxError("conflict", "A person can only read what somebody else wrote.");
      }
      requireNoChannel(chatOf(transaction, message.chatId));
      const room = roomAt(transaction, message.chatId) ?? undefined;
      const receipt = { messageId: message.id, kind: "read", form: message.addressedAs, room } as const;
      passReceipt(deps.world, transaction, reader, 0, author, receipt);
      return ok(presentMessage(deps.world, transaction, reader, message));
    }),
  ),
];

const namedBy = (target: Target, saysOwn: boolean): Target => (saysOwn ? target : { ...target, key: disowned(target) });

/** A person's act on a message. */
interface Act<Body> {
  readonly transaction: Transaction;
  readonly person: Person;
  readonly target: Target;
  readonly body: Body;
}

/** Finds the message, sends the act, and responds with the message. */
function act<Body>({ deps, param, body }: SandboxRequest<Body>, write: (act: Act<Body>) => proto.IMessage) {
  return deps.world.transactions.run(async (transaction) => {
    const person = personOf(transaction, param("phone"));
    const message = messageOf(transaction, person, param("id"));
    if (message.deleted) throw new SandboxError("conflict", "This message was taken back.");
    const target = targetOf(transaction, person, message);
    requireNoChannel(target.chat);
    const content = write({ transaction, person, target, body });
    await writeFromPhone(deps.world, transaction, person, chatOf(transaction, message.chatId), content);
    return ok(presentMessage(deps.world, transaction, person, messageOf(transaction, person, message.id)));
  });
}

/** Refuses channels, where this act isn't possible. @throws SandboxError conflict. */
function requireNoChannel(chat: Chat): void {
  if (chat.kind === "channel") throw new SandboxError("conflict", "Posts in channels can only be read here.");
}
