import * as z from "zod";

/** The chat with a person whom someone on the team named by a phone. */
export const NewChat = z.object({
  /** The chat's name in the panel's paths: the phone in the form known for the person, or else as given. */
  chat: z.string(),
});
export type NewChat = z.infer<typeof NewChat>;
