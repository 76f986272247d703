import * as z from "zod";

/** A contact card. Spec: Events, rule 3. */
export const ContactCard = z.object({
  name: z.string().nullable(),
  phone: z
    .string()
    .nullable()
    .meta({ description: "The phone as written on the card, if the card contains no network number" }),
  organization: z.string().nullable(),
});
export type ContactCard = z.infer<typeof ContactCard>;
