import type * as z from "zod";
import { MESSAGE_DETAILS, type MessageDetails } from "../../../../core/contracts/content/details.ts";
import type { Message } from "../../../../core/contracts/message.ts";
import { SEND_ERROR_TEXTS } from "../../../../core/records/sending-error-texts.ts";

/** The fields of a received message's example that differ from a text message's example. */
interface ReceivedExample {
  summary: string;
  of: Partial<Message>;
}

/** Message details that are objects. Each has its own example in the contract. */
type ShownDetail = Exclude<
  keyof MessageDetails,
  "mentions_count" | "mentions_everyone" | "view_once" | "comment_on" | "disappears_in" | "contacts" | "network_kind"
>;

/** Returns the example given in a detail's schema. */
function exampleOfDetail<Name extends ShownDetail>(name: Name): Pick<Message, Name> {
  const { examples = [] } = (MESSAGE_DETAILS[name].unwrap() as z.ZodType).meta() ?? {}; // a plain schema
  return { [name]: (examples as unknown[])[0] } as Pick<Message, Name>; // a test reads each by its schema
}

const ANA = { name: "Ana", phone: "5511999990001", organization: "Flower shop" };

/**
 * Named examples of received messages, one for each kind that contains more than text. A test validates them against
 * their schemas.
 */
export const RECEIVED_EXAMPLES: Readonly<Record<string, ReceivedExample>> = {
  interactive: {
    summary: "A pressed button. Selected list rows and completed forms have the same form",
    of: { body: "Medium", ...exampleOfDetail("interactive") },
  },
  form: {
    summary: "A completed form",
    of: {
      body: "Sent",
      interactive: { type: "flow_reply", id: null, title: null, description: null, response: { size: "M" } },
    },
  },
  actions: {
    summary: "A message with buttons from a business",
    of: { body: "Your order is on its way.", ...exampleOfDetail("actions") },
  },
  event: { summary: "An event", of: { body: "Tasting\n\nSix wines of the south", ...exampleOfDetail("event") } },
  payment: { summary: "A payment key", of: { body: null, ...exampleOfDetail("payment") } },
  invite: { summary: "A group invitation", of: { body: "Regulars", ...exampleOfDetail("invite") } },
  referral: {
    summary: "From someone who came from an advertisement",
    of: { body: "Do you still have it?", ...exampleOfDetail("referral") },
  },
  mentions: {
    summary: "A text with a mention",
    of: { body: "Ask @5511999990001", ...exampleOfDetail("mentions"), mentions_count: 1 },
  },
  quoted: {
    summary: "A reply to a status, or to a message from before the number was linked",
    of: { body: "Are these for sale?", ...exampleOfDetail("quoted") },
  },
  forwarded: {
    summary: "A message that was forwarded many times, in a chat with disappearing messages",
    of: { body: "Look at this", forwarded: true, frequently_forwarded: true, disappears_in: 604_800 },
  },
  contacts: {
    summary: "Several contact cards",
    of: {
      type: "contact",
      body: null,
      contact: ANA,
      contacts: [ANA, { name: "Bia", phone: "5511999990002", organization: null }],
    },
  },
  album: {
    summary: "A picture in an album",
    of: {
      type: "image",
      body: null,
      media: {
        url: "https://api.example.com/v1/files/eyJrIjoi",
        mimetype: "image/jpeg",
        filename: null,
        size_bytes: 48_213,
      },
      ...exampleOfDetail("album"),
    },
  },
  view_once: {
    summary: "A view-once file, which the network does not deliver to linked devices",
    of: {
      type: "image",
      body: null,
      media: null,
      view_once: true,
      error: SEND_ERROR_TEXTS.view_once_withheld,
      error_code: "view_once_withheld",
    },
  },
  unsupported: {
    summary: "A kind of message that can't be shown",
    of: { body: null, error: SEND_ERROR_TEXTS.unsupported, error_code: "unsupported", network_kind: "futureMessage" },
  },
};
