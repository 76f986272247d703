import * as z from "zod";

/** The chat with somebody whom a person of the team named by a phone. */
export const NewChat = z.object({
  /** As the panel's paths name it: the phone in the form by which the person is known, else as it was given. */
  chat: z.string(),
});
export type NewChat = z.infer<typeof NewChat>;
