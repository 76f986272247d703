import * as z from "zod";

/** The chat with a person, opened by someone on the team who entered a phone number. */
export const NewChat = z.object({
  /**
   * The chat's name in the panel's paths: the phone number in the form known for the person, or otherwise as entered.
   */
  chat: z.string(),
});
export type NewChat = z.infer<typeof NewChat>;
