import * as z from "zod";

/** How long something took: how often, in all, and how often up to 5 and 30 minutes, 2, 8 and 24 hours, and longer. */
const Times = z.object({ count: z.int(), seconds: z.int(), classes: z.array(z.int()) });
export type Times = z.infer<typeof Times>;

const Traffic = z.object({ received: z.int(), sent: z.int() });

/** The work of a team's numbers and members in some days; each number's days and hours are by its own clock. */
export const Figures = z.object({
  from: z.string(),
  to: z.string(),
  days: z.array(Traffic.extend({ day: z.string() })),
  /** From midnight to 23:00. */
  hours: z.array(Traffic),
  /** From a person's first unanswered message to the team's answer. */
  answers: Times,
  /** From a person's first message to the close of their chat. */
  closes: Times,
  /** Messages that menus, the AI agent and the auto-reply sent. */
  automatic: z.int(),
  numbers: z.array(Traffic.extend({ instance_id: z.string(), answers: Times, closes: Times })),
  /** Those who wrote or closed something in the panel; the most messages first. */
  people: z.array(z.object({ user_id: z.string(), sent: z.int(), answers: Times, closes: Times })),
  /** Not everything is in it, because there are too many numbers or too many lines. */
  is_cut: z.boolean(),
});
export type Figures = z.infer<typeof Figures>;
