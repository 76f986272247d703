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
 * Everything in a received message apart from its text, its file and similar fields. Fields without content are absent,
 * so a plain text has none. Stored as one attribute (`details`). Our choice: docs/decisions/0187.
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
    .meta({ description: "Only with mentions: how many people are mentioned, listed or not" }),
  mentions_everyone: only("Only when the whole group is mentioned"),
  quoted: Quoted.optional(),
  view_once: only("Only when it may be seen once; where the network keeps the file from linked devices, media is null"),
  comment_on: z.string().optional().meta({ description: "The message that it comments on" }),
  disappears_in: z.int().optional().meta({ description: "Seconds after which phones delete it" }),
  contacts: z
    .array(ContactCard)
    .max(CONTENT_LIMITS.contactsMax)
    .optional()
    .meta({ description: "Only when several cards came: all of them; contact is the first" }),
  album: Album.optional(),
  network_kind: z
    .string()
    .max(CONTENT_LIMITS.idMaxChars)
    .optional()
    .meta({ description: "The network's name of a content that can't be shown as what it is" }),
  more_unsupported: z.int().optional().meta({
    description: "Only with unsupported: how many more came in its chat within a minute; this one stands for them all",
  }),
} as const;

const Details = z.object(MESSAGE_DETAILS);

/** The details that one message actually has. */
export type MessageDetails = z.infer<typeof Details>;
