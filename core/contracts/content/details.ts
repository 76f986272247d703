import * as z from "zod";
import { Actions } from "./actions.ts";
import { Album } from "./album.ts";
import { ContactCard } from "./card.ts";
import { CONTENT_LIMITS } from "./content-limits.ts";
import { SharedEvent } from "./event.ts";
import { Interactive } from "./interactive.ts";
import { ReceivedInvite } from "./invite.ts";
import { Mentions } from "./mentions.ts";
import { Payment } from "./payment.ts";
import { Quoted } from "./quoted.ts";
import { Referral } from "./referral.ts";

/** Creates a field that is either true or absent, never false. */
const only = (description: string) => z.literal(true).optional().meta({ description });

/**
 * Everything in a received message apart from its text, its file and similar fields. Empty fields are omitted, so a
 * plain text message has no details. They are stored as one attribute (`details`). Rationale: docs/decisions/0187.
 */
export const MESSAGE_DETAILS = {
  interactive: Interactive.optional(),
  actions: Actions.optional(),
  event: SharedEvent.optional(),
  payment: Payment.optional(),
  invite: ReceivedInvite.optional(),
  referral: Referral.optional(),
  mentions: Mentions.optional(),
  mentions_count: z
    .int()
    .optional()
    .meta({ description: "Only with mentions: the number of people mentioned, including those not listed" }),
  mentions_everyone: only("Only if the whole group is mentioned"),
  quoted: Quoted.optional(),
  view_once: only(
    "Only if the message can be viewed once. If the network withholds the file from linked devices, media is null",
  ),
  comment_on: z.string().optional().meta({ description: "The message that this one comments on" }),
  disappears_in: z
    .int()
    .optional()
    .meta({ description: "The number of seconds after which phones delete the message" }),
  contacts: z
    .array(ContactCard)
    .max(CONTENT_LIMITS.contactsMax)
    .optional()
    .meta({ description: "Only if the message has several cards: all of them. contact is the first one" }),
  album: Album.optional(),
  network_kind: z
    .string()
    .max(CONTENT_LIMITS.idMaxChars)
    .optional()
    .meta({ description: "The network's name for content that can't be shown as what it is" }),
  more_unsupported: z.int().optional().meta({
    description:
      "Only with unsupported: how many more such messages arrived in the chat within a minute. This message represents all of them",
  }),
} as const;

const Details = z.object(MESSAGE_DETAILS);

/** The details of one message. */
export type MessageDetails = z.infer<typeof Details>;

const NAMES = {
  interactive: true,
  actions: true,
  event: true,
  payment: true,
  invite: true,
  referral: true,
  mentions: true,
  mentions_count: true,
  mentions_everyone: true,
  quoted: true,
  view_once: true,
  comment_on: true,
  disappears_in: true,
  contacts: true,
  album: true,
  network_kind: true,
  more_unsupported: true,
} as const satisfies Record<keyof MessageDetails, true>;

/** The names of the details. A function that needs only the names doesn't have to make the schemas when it loads. */
export const DETAIL_NAMES = Object.keys(NAMES);
