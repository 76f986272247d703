import * as z from "zod";

const ID_CHARS = 60;
const id = (what: string) => z.string().min(1).max(ID_CHARS).describe(what);

/** A linked number. */
export const instanceId = () => id("The number's id, as list_instances gives it: inst_…");
/** A message. */
export const messageId = () => id("The message's id: msg_…");
/** A phone number. */
export const phone = () => z.string().min(5).max(40).describe("A phone number: country code and digits");
/** A chat. */
export const chat = () => z.string().min(1).max(80).describe("The person's phone, or a chat_id as other tools give it");
/** The length of a page. @param max the maximum. */
export const pageLimit = (max: number) => z.int().min(1).max(max).optional().describe("How many at most");
/** A reference for the request, so that repeating it has no second effect. */
export const clientRef = () =>
  z
    .string()
    .min(1)
    .max(100)
    .describe(
      "A name of your own for this send, such as order-1842-ready: a repeat with the same name sends nothing twice",
    );

/** An object of the API, unchanged. */
export const Thing = z.looseObject({});
