import * as z from "zod";
import { Location, Media } from "./parts.ts";

/** The fields of the header above the text: a title, a file or a location. */
const Header = {
  title: z.string().min(1).optional(),
  media: Media.optional(),
  location: Location.optional(),
};

const Text = { text: z.string().min(1), footer: z.string().optional() };

const Reply = z.object({ type: z.literal("reply"), id: z.string().min(1), text: z.string().min(1) });
const Link = z.object({ type: z.literal("url"), text: z.string().min(1), url: z.string().min(1) });
const Call = z.object({ type: z.literal("call"), text: z.string().min(1), phone: z.string().min(1) });
const Copy = z.object({ type: z.literal("copy"), text: z.string().min(1), code: z.string().min(1) });
/**
 * A button identified by the network's own name, for types without a schema of their own: `payment_info`,
 * `review_and_pay`, `flow`, …
 */
const Named = z.object({
  type: z.literal("named"),
  name: z.string().min(1),
  params: z.record(z.string(), z.unknown()),
});

const TemplateButton = z.discriminatedUnion("type", [Reply, Link, Call]);
const FlowButton = z.discriminatedUnion("type", [Reply, Link, Call, Copy, Named]);

const Row = z.object({ id: z.string().min(1), title: z.string().min(1), description: z.string().optional() });
const Section = z.object({ title: z.string().optional(), rows: z.array(Row).min(1) });

const Interactive = z.object({ ...Header, ...Text, buttons: z.array(FlowButton).default([]) });

/**
 * The kinds of messages that businesses send. `buttons`, `list` and `template` are older forms, while `interactive`
 * (native flows) and `carousel` are newer. Any of them can have a file, a place or a title above the text.
 */
export const BUSINESS_PARTS = {
  buttons: z.object({ ...Header, ...Text, buttons: z.array(Reply.omit({ type: true })).min(1) }).optional(),
  list: z
    .object({ title: z.string().optional(), ...Text, button: z.string().min(1), sections: z.array(Section).min(1) })
    .optional(),
  template: z.object({ ...Header, ...Text, buttons: z.array(TemplateButton).default([]) }).optional(),
  interactive: Interactive.optional(),
  carousel: z.object({ ...Text, cards: z.array(Interactive).min(1).max(10) }).optional(),
};
