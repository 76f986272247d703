import * as z from "zod";

/** A chat that a team member opened by entering a person's phone number. */
export const NewChat = z.object({
  /** The chat's name in panel paths: the person's number in its known form or, if no form is known, as entered. */
  chat: z.string(),
});
export type NewChat = z.infer<typeof NewChat>;
