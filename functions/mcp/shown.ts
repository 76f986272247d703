import * as z from "zod";
import { DETAIL_NAMES, type MessageDetails } from "../../core/contracts/content/details.ts";
import { wordsOfDetails } from "../../core/domain/messages/words-of-details.ts";
import type { Reply } from "../api/reply.ts";

/** The length at which texts are truncated. A truncated text is marked as such, and get_message returns more of it. */
const TEXT_CHARS = 1_000;
/** The maximum length of a text that any tool returns. */
export const WHOLE_TEXT_CHARS = 8_000;

/** The maximum length of the JSON that a tool returns for a message's fields other than its text. */
const DETAILS_CHARS = 16_000;

type Json = Record<string, unknown>;

/**
 * Text and names written by another person, kept in a separate field so that they are treated as data and never as
 * instructions.
 */
const FromPerson = z.looseObject({
  name: z.string().nullish(),
  text: z.string().nullish(),
  text_cut: z.boolean().optional(),
  also: z.array(z.string()).optional(),
});
/** A message in the form tools return. */
export const ShownMessage = z.looseObject({
  id: z.string(),
  direction: z.string(),
  from_person: FromPerson.optional(),
});
/** A chat in the form tools return. */
export const ShownChat = z.looseObject({ chat_id: z.string(), instance_id: z.string(), from_person: FromPerson });

/** Returns the data in a route's response. */
export const dataOf = (reply: Reply): Json => (reply.body as { data: Json }).data; // every route's shape
/** Returns the whole body of a response from a route that lists records. */
export const listOf = (reply: Reply) => reply.body as { data: Json[]; links?: { next: string | null }; meta?: Json };

/** Returns the value of a parameter in the link to the next page of a list, or null on the last page. */
export function nextOf(reply: Reply, name: string): string | null {
  const { links } = listOf(reply);
  return links?.next ? new URL(links.next).searchParams.get(name) : null;
}

/** Truncates a text to `chars` characters. Returns the text and whether it was truncated. */
function cut(text: unknown, chars: number): Json {
  if (typeof text !== "string") return {};
  return text.length <= chars ? { text } : { text: text.slice(0, chars), text_cut: true };
}

const OUR_FIELDS = [
  "id",
  "instance_id",
  "chat_id",
  "phone",
  "direction",
  "type",
  "status",
  "origin",
  "reply_to",
  "error_code",
];
const TIMES = [
  "waiting_reason",
  "expected_at",
  "send_at",
  "created_at",
  "sent_at",
  "delivered_at",
  "read_at",
  "deleted_at",
];

/** Fields that contain information beyond a message's text, named as in the API. */
const DETAILS = [...DETAIL_NAMES, "forwarded", "frequently_forwarded"];
const PARTS = ["location", "contact", "poll", "order", "product"];

/** Returns everything in a message other than its text: as lines of text, and also as fields if there is room. */
function besideText(message: Json, isWhole: boolean): Json {
  const details = Object.fromEntries(fieldsIn(message, DETAILS)) as MessageDetails; // as the contract names them
  const also = wordsOfDetails({ details, error_code: message.error_code as string | null });
  const fields = fieldsIn(message, [...DETAILS, ...PARTS]);
  const whole = Object.fromEntries(fields);
  const hasRoom = isWhole && fields.length > 0 && JSON.stringify(whole).length <= DETAILS_CHARS;
  return { ...(also.length > 0 && { also }), ...(hasRoom && { details: whole }) };
}

const fieldsIn = (message: Json, names: readonly string[]) =>
  names.flatMap((name) => ((message[name] ?? null) === null ? [] : [[name, message[name]] as const]));

/**
 * Returns a message without the fields that a model doesn't need. Text written by another person is placed under
 * `from_person`.
 */
export function shownMessage(message: Json, chars = TEXT_CHARS): z.infer<typeof ShownMessage> {
  const known = [...OUR_FIELDS, ...TIMES].filter((name) => message[name] !== null && message[name] !== undefined);
  const own = Object.fromEntries(known.map((name) => [name, message[name]]));
  const media = message.media as Json | null;
  const file = media && { mimetype: media.mimetype, size_bytes: media.size_bytes };
  const words = { ...cut(message.body, chars), ...besideText(message, chars === WHOLE_TEXT_CHARS) };
  const theirs = message.direction === "in";
  const name = message.contact_name;
  // A file's type and name are chosen by its sender, so they count as that person's text.
  const said = theirs
    ? { from_person: { name, ...words, ...(file && { media: { ...file, filename: media.filename } }) } }
    : { ...words, ...(file && { media: file }) };
  return { ...own, ...said } as z.infer<typeof ShownMessage>; // a message has them
}

/** Returns a chat with the beginning of its last message. */
export function shownChat(chat: Json): z.infer<typeof ShownChat> {
  const { id, instance_id, type, phone, waiting, unread_count, handled_by, last_in_at, reply_until } = chat;
  const team = { assigned_to: chat.assigned_to, closed_at: chat.closed_at, snoozed_until: chat.snoozed_until };
  const last = chat.last_message as Json | null;
  const words = last ? cut(last.body, 200) : {};
  const theirs = last?.direction === "in";
  return {
    chat_id: String(id),
    instance_id: String(instance_id),
    type,
    phone,
    waiting,
    unread_count,
    handled_by,
    last_in_at,
    reply_until,
    // Omit these fields where they are empty, as they are in most chats: every field costs the assistant tokens.
    ...Object.fromEntries(Object.entries(team).filter(([, value]) => value !== null && value !== undefined)),
    ...(last && {
      last_message: {
        direction: last.direction,
        type: last.type,
        ...(last.about !== undefined && { about: last.about }),
        created_at: last.created_at,
        ...(theirs ? {} : words),
      },
    }),
    from_person: { name: chat.name as string | null, ...(theirs ? words : {}) },
  };
}
