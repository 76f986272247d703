import * as z from "zod";
import { Location } from "./parts.ts";

const Time = z.iso.datetime({ offset: true }).transform((value) => new Date(value));

/** A person's choice among the options that a business offered. `as` is the form in which they were offered. */
const ButtonReply = z.object({
  id: z.string().min(1),
  text: z.string().optional(),
  as: z.enum(["buttons", "template", "interactive"]).default("buttons"),
});

const Amount = z.number().min(0).max(1e9);
const Currency = z.string().regex(/^[A-Z]{3}$/, "A currency is three capital letters, like EUR.");

const Payment = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("request"),
    amount: Amount,
    currency: Currency,
    note: z.string().optional(),
    expires_at: Time.optional(),
  }),
  z.object({ kind: z.literal("sent"), note: z.string().optional() }),
  z.object({ kind: z.literal("invite"), expires_at: Time.optional() }),
  z.object({ kind: z.literal("invoice"), note: z.string() }),
  z.object({ kind: z.enum(["declined", "cancelled"]), request_id: z.string().min(1) }),
  z.object({
    kind: z.literal("key"),
    key_type: z.enum(["PHONE", "EMAIL", "CPF", "CNPJ", "EVP"]),
    key: z.string().min(1),
    name: z.string().min(1),
    reference: z.string().optional(),
  }),
]);

const Invite = z.object({
  kind: z.enum(["group", "channel_admin", "channel"]),
  chat_id: z.string().min(1),
  name: z.string().min(1),
  code: z.string().optional(),
  caption: z.string().optional(),
  expires_at: Time.optional(),
});

/** Further kinds of messages, by name. */
export const KIND_PARTS = {
  button_reply: ButtonReply.optional(),
  list_reply: z
    .object({ id: z.string().min(1), title: z.string().optional(), description: z.string().optional() })
    .optional(),
  /** A filled-in form. `response` contains the answers. */
  flow_reply: z
    .object({ name: z.string().default("flow"), text: z.string(), response: z.record(z.string(), z.unknown()) })
    .optional(),
  event: z
    .object({
      name: z.string().min(1),
      description: z.string().optional(),
      starts_at: Time,
      ends_at: Time.optional(),
      location: Location.optional(),
      join_link: z.string().optional(),
      cancelled: z.boolean().optional(),
    })
    .optional(),
  call_invite: z.object({ title: z.string().min(1), starts_at: Time, video: z.boolean().default(false) }).optional(),
  invite: Invite.optional(),
  payment: Payment.optional(),
  sticker_pack: z
    .object({ name: z.string().min(1), publisher: z.string().optional(), caption: z.string().optional() })
    .optional(),
  poll_results: z
    .object({
      name: z.string().min(1),
      votes: z.array(z.object({ option: z.string().min(1), votes: z.int().min(0) })).min(1),
    })
    .optional(),
  /** A forwarded answer from the network's own AI assistant: its texts, in order. */
  ai_answer: z.object({ texts: z.array(z.string().min(1)).min(1) }).optional(),
};

/** The advertisement or post that brought a person to the chat before they wrote. */
export const Referral = z.object({
  source_type: z.enum(["ad", "post"]).default("ad"),
  source_id: z.string().min(1),
  source_url: z.string().min(1),
  headline: z.string().optional(),
  body: z.string().optional(),
  ctwa_clid: z.string().optional(),
});
