import * as z from "zod";
import { chatIdOf, parseAddress } from "../../addresses.ts";
import { writeContent } from "../../people/content/write-content.ts";
import { passReceipt } from "../../people/receipts.ts";
import { sendFromPhone } from "../../people/send-from-phone.ts";
import { messageOf, PhoneNumber, personOf, personOfChat } from "../fields.ts";
import { presentMessage } from "../present.ts";
import { NoBody, ok, route } from "../route.ts";
import { SandboxError } from "../sandbox-error.ts";

const Location = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  title: z.string().nullable().default(null),
  address: z.string().nullable().default(null),
});
const Contact = z.object({
  name: z.string().nullable().default(null),
  phone: z.string().nullable().default(null),
  organization: z.string().nullable().default(null),
});
const Poll = z.object({
  name: z.string().min(1),
  options: z.array(z.string().min(1)).min(2).max(12),
  multiple_answers: z.boolean().default(false),
});

const NewMessage = z
  .object({
    to: PhoneNumber.optional(),
    chat_id: z.string().optional(),
    text: z.string().min(1).optional(),
    location: Location.optional(),
    contact: Contact.optional(),
    poll: Poll.optional(),
    reply_to: z.string().optional(),
  })
  .refine((body) => (body.to === undefined) !== (body.chat_id === undefined), "Give either to or chat_id.")
  .refine(
    (body) => [body.text, body.location, body.contact, body.poll].filter((part) => part !== undefined).length === 1,
    "Give exactly one of text, location, contact, poll.",
  );

/** What people write and read. */
export const messageRoutes = [
  route("POST /phones/{phone}/messages", NewMessage, ({ deps, param, body }) =>
    deps.world.turns.take(async (turn) => {
      const author = personOf(turn, param("phone"));
      const chat = body.to === undefined ? personOfChat(turn, body.chat_id ?? "") : personOf(turn, body.to);
      if (chat.phone === author.phone) throw new SandboxError("bad_request", "A phone can't write to itself.");
      const quoted = body.reply_to === undefined ? null : messageOf(turn, author, body.reply_to);
      const id = await sendFromPhone(deps.world, turn, author, chat, writeContent(body, quoted));
      return ok({ id }, 201);
    }),
  ),

  route("GET /phones/{phone}/messages", NoBody, ({ deps, param, query }) =>
    deps.world.turns.take((turn) => {
      const owner = personOf(turn, param("phone"));
      const asked = query.get("chat_id");
      // A person's chat is listed under the number, whichever form was asked for.
      const person = asked === null ? null : turn.store.people.at(parseAddress(asked));
      const messages = turn.store.messages.list(owner.phone, person ? chatIdOf(person.phone) : asked);
      return ok({ data: messages.map((message) => presentMessage(turn, owner, message)) });
    }),
  ),

  route("POST /phones/{phone}/messages/{id}/read", NoBody, ({ deps, param }) =>
    deps.world.turns.take((turn) => {
      const reader = personOf(turn, param("phone"));
      const message = messageOf(turn, reader, param("id"));
      const author = turn.store.people.byPhone(message.author.phone);
      if (!author || author.phone === reader.phone) {
        throw new SandboxError("conflict", "A person can only read what somebody else wrote.");
      }
      const receipt = { messageId: message.id, kind: "read", form: message.addressedAs } as const;
      passReceipt(deps.world, turn, reader, 0, author, receipt);
      return ok(presentMessage(turn, reader, message));
    }),
  ),
];
