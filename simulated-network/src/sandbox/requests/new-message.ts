import * as z from "zod";
import { BUSINESS_PARTS } from "./business-parts.ts";
import { PhoneNumber } from "./fields.ts";
import { KIND_PARTS, Referral } from "./kind-parts.ts";
import { Location, Media, Sticker } from "./parts.ts";

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

/** A price in whole currency units. */
const Price = z.number().min(0).max(1e9);
const Currency = z.string().regex(/^[A-Z]{3}$/, "A currency is three capital letters, like EUR.");

const Order = z.object({
  title: z.string().optional(),
  message: z.string().optional(),
  currency: Currency,
  items: z
    .array(
      z.object({
        product_id: z.string().optional(),
        name: z.string().min(1),
        price: Price,
        quantity: z.int().min(1).default(1),
      }),
    )
    .min(1),
});

const Product = z.object({
  product_id: z.string().optional(),
  title: z.string().min(1),
  description: z.string().optional(),
  price: Price.optional(),
  currency: Currency.optional(),
  retailer_id: z.string().optional(),
  url: z.string().optional(),
  image: Media.optional(),
});

/** The parts that a message can have. `text` can also accompany `media` and `album`. */
const PARTS = {
  text: z.string().min(1).optional(),
  media: Media.optional(),
  sticker: Sticker.optional(),
  location: Location.optional(),
  contact: Contact.optional(),
  poll: Poll.optional(),
  live_location: Location.optional(),
  contacts: z.array(Contact).min(1).optional(),
  album: z.array(Media).min(2).max(30).optional(),
  order: Order.optional(),
  product: Product.optional(),
  ...BUSINESS_PARTS,
  ...KIND_PARTS,
  raw: z.record(z.string(), z.unknown()).optional(),
};

/** The fields that add context to a message, such as a quoted message or mentions. */
const CONTEXT = {
  reply_to: z.string().optional(),
  mentions: z.array(PhoneNumber).default([]),
  mentions_everyone: z.boolean().default(false),
  forwarded: z.boolean().default(false),
  frequently_forwarded: z.boolean().default(false),
  referral: Referral.optional(),
  /** The number of seconds before the message disappears. */
  disappears_in: z.int().min(1).optional(),
};

/**
 * A message for a person to send. For tests, it offers more than the parts that every gateway supports. `media` accepts
 * `voice`, `document` (an image sent as a document), `gif`, and `view_once`: true, or "withheld" if linked devices
 * should only learn that there is something to see on the phone. `sticker` accepts `animated` and `lottie`. `album` is
 * several files in one message; the response contains `ids` (the album's own, then each file's). `live_location`,
 * `contacts` (several cards in one message), `order` and `product` are further kinds that people can send, as are those
 * in `kind-parts.ts`; businesses send those in `business-parts.ts`. `raw` is any message of the protocol, as protobuf
 * JSON with bytes as base64, e.g. `{"conversation": "Hi"}`. Any of them can be combined with `reply_to`, `mentions`,
 * `mentions_everyone`, `forwarded`, `frequently_forwarded`, `referral` and `disappears_in`.
 */
export const NewMessage = z
  .object({ to: PhoneNumber.optional(), chat_id: z.string().optional(), ...PARTS, ...CONTEXT })
  .refine((body) => (body.to === undefined) !== (body.chat_id === undefined), "Give either to or chat_id.")
  .refine(
    ({ text, ...body }) => {
      const given = Object.entries(PARTS).filter(([part]) => part !== "text" && part in body).length;
      return text === undefined ? given === 1 : given === 0 || (given === 1 && Boolean(body.media ?? body.album));
    },
    `Give exactly one of ${Object.keys(PARTS).join(", ")}; text may accompany media and album.`,
  );

/** The maximum number of messages sent by a single request. */
const MOST_MESSAGES = 10_000;

/**
 * Messages that many people send at the same time, such as replies to a broadcast. Each has the same effect as if
 * `from` sent it in a separate request: `{"messages": [{"from": "5511…", "to": "5511…", "text": "STOP"}]}`. Either all
 * of them are sent or none.
 */
export const NewMessages = z.object({
  messages: z
    .array(z.object({ from: PhoneNumber }).and(NewMessage))
    .min(1)
    .max(MOST_MESSAGES)
    .transform((list) => list.map(({ from, ...message }) => ({ from, message }))),
});
