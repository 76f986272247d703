import type * as z from "zod";
import { personAddress } from "../../format/addresses.ts";
import type { Group } from "../../store/groups/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { mayPost } from "../../world/channels/channel-role.ts";
import { readContent } from "../../world/content/read-content.ts";
import { type Context, writeContent } from "../../world/content/write-content.ts";
import { isAdmin } from "../../world/groups/permissions.ts";
import { targetOf } from "../../world/messages/writing/target.ts";
import { writeAlbumFromPhone } from "../../world/messages/writing/write-album.ts";
import { writeFromPhone } from "../../world/messages/writing/write-from-phone.ts";
import { type Chat, chatAddress, chatAt, chatWith, formIn } from "../../world/people/chats.ts";
import type { World } from "../../world/world.ts";
import { presentMessage } from "../answers/present.ts";
import { chatOf, messageOf, personOf } from "../requests/fields.ts";
import { NewMessage, NewMessages } from "../requests/new-message.ts";
import { NoBody, ok, route } from "../requests/route.ts";
import { SandboxError } from "../requests/sandbox-error.ts";

/** The forwarding score at which phones mark a message as frequently forwarded. */
const FREQUENTLY_FORWARDED = 5;

/** Routes for sending messages and for listing the ones shown on a phone. */
export const messageRoutes = [
  route("POST /phones/{phone}/messages", NewMessage, ({ deps, param, body }) =>
    deps.world.transactions.run(async (transaction) =>
      ok(await writeMessage(deps.world, transaction, personOf(transaction, param("phone")), body), 201),
    ),
  ),

  route("POST /messages", NewMessages, ({ deps, body }) =>
    deps.world.transactions.run(async (transaction) => {
      const data = [];
      for (const { from, message } of body.messages) {
        data.push({ from, ...(await writeMessage(deps.world, transaction, personOf(transaction, from), message)) });
      }
      return ok({ data }, 201);
    }),
  ),

  route("GET /phones/{phone}/messages", NoBody, ({ deps, param, query }) =>
    deps.world.transactions.run((transaction) => {
      const owner = personOf(transaction, param("phone"));
      const asked = query.get("chat_id");
      // A chat with a person is stored under the person's number, so an id in another form is converted first.
      const messages = transaction.store.messages.list(owner.phone, asked && (chatAt(transaction, asked)?.id ?? asked));
      return ok({ data: messages.map((message) => presentMessage(deps.world, transaction, owner, message)) });
    }),
  ),

  route("GET /phones/{phone}/typing", NoBody, ({ deps, param }) =>
    deps.world.transactions.run((transaction) => {
      const seen = deps.world.typing.of(personOf(transaction, param("phone")).phone);
      return ok({ data: seen.map((typing) => ({ ...typing, at: typing.at.toISOString() })) });
    }),
  ),

  route("GET /phones/{phone}/messages/{id}/media", NoBody, ({ deps, param }) =>
    deps.world.transactions.run((transaction) => {
      const { media } = readContent(messageOf(transaction, personOf(transaction, param("phone")), param("id")).content);
      if (!media) throw new SandboxError("media_not_found", `Message ${param("id")} holds no file.`);
      try {
        return ok({ mimetype: media.mimetype, data: deps.world.media.open(media.reference).toString("base64") });
      } catch (error) {
        throw new SandboxError("media_not_found", error instanceof Error ? error.message : String(error));
      }
    }),
  ),
];

/**
 * Sends a message on behalf of a person. @throws SandboxError chat_not_found, phone_not_found, message_not_found,
 * bad_request, conflict.
 */
async function writeMessage(
  world: World,
  transaction: Transaction,
  author: Person,
  body: z.infer<typeof NewMessage>,
): Promise<{ id: string | undefined; ids?: string[] }> {
  const chat =
    body.to === undefined ? chatOf(transaction, body.chat_id ?? "") : chatWith(personOf(transaction, body.to));
  if (chat.kind === "person" && chat.person.phone === author.phone) {
    throw new SandboxError("bad_request", "A phone can't write to itself.");
  }
  if (chat.kind === "channel" && !mayPost(transaction, chat.channel, author.phone)) {
    throw new SandboxError("conflict", "Only the owner and admins of a channel write in it.");
  }
  if (chat.kind === "group") requireMayWrite(transaction, chat.group, author);
  if (body.album) {
    const ids = await writeAlbumFromPhone(world, transaction, author, chat, body.album, body.text ?? null);
    return { id: ids[0], ids };
  }
  const content = contentOf(world, transaction, author, chat, body);
  const withheld = body.media?.view_once === "withheld";
  const { id } = await writeFromPhone(world, transaction, author, chat, content, { withheld });
  return { id };
}

/** Builds a message's content. @throws SandboxError message_not_found, phone_not_found, bad_request. */
function contentOf(
  world: World,
  transaction: Transaction,
  author: Person,
  chat: Chat,
  body: z.infer<typeof NewMessage>,
) {
  const context = contextOf(transaction, author, chat, body);
  try {
    const content = writeContent(world, transaction.now, chatAddress(chat, author), body, context);
    const { orderId, token } = content.orderMessage ?? {};
    if (orderId && token && body.order) transaction.store.orders.add(orderId, token, JSON.stringify(body.order));
    return content;
  } catch (error) {
    if (body.raw === undefined) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new SandboxError("bad_request", `raw is no message of the protocol: ${reason}`);
  }
}

/**
 * Builds a message's context, such as its quote and mentions. @throws SandboxError message_not_found, phone_not_found.
 */
function contextOf(transaction: Transaction, writer: Person, chat: Chat, body: z.infer<typeof NewMessage>): Context {
  const form = formIn(chat, writer);
  const message = body.reply_to === undefined ? null : messageOf(transaction, writer, body.reply_to);
  const quoted = message && { message, author: personAddress(targetOf(transaction, writer, message).author, form) };
  const mentioned = body.mentions.map((phone) => personAddress(personOf(transaction, phone), form));
  return {
    quoted,
    mentioned,
    mentionsEveryone: body.mentions_everyone,
    forwardingScore: body.frequently_forwarded ? FREQUENTLY_FORWARDED : Number(body.forwarded),
    referral: body.referral ?? null,
    disappearsInSec: body.disappears_in ?? null,
  };
}

/** Checks that the author is allowed to write in the group. @throws SandboxError conflict. */
function requireMayWrite(transaction: Transaction, group: Group, author: Person): void {
  const isMember = transaction.store.members.find(group.id, author.phone) !== null;
  if (!isMember) throw new SandboxError("conflict", `Phone ${author.phone} is not in this group.`);
  if (group.announcement && !isAdmin(transaction, group, author.phone)) {
    throw new SandboxError("conflict", "Only admins write in this group.");
  }
}
