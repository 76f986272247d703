import * as z from "zod";

const ID_CHARS = 60;
const id = (what: string) => z.string().min(1).max(ID_CHARS).describe(what);

/** Schema of an instance id. */
export const instanceId = () => id("The number's id, as list_instances gives it: inst_…");
/** Schema of a message id. */
export const messageId = () => id("The message's id: msg_…");
/** Schema of a phone number. */
export const phone = () => z.string().min(5).max(40).describe("A phone number: country code and digits");
/** Schema of a chat, identified by phone number or chat id. */
export const chat = () => z.string().min(1).max(80).describe("The person's phone, or a chat_id as other tools give it");
/** Schema of the maximum number of entries on a page. @param max the largest number allowed. */
export const pageLimit = (max: number) => z.int().min(1).max(max).optional().describe("How many at most");
/** Schema of a reference chosen by the caller, which prevents a repeated request from having a second effect. */
export const clientRef = () =>
  z
    .string()
    .min(1)
    .max(100)
    .describe(
      "A name of your own for this send, such as order-1842-ready: a repeat with the same name sends nothing twice",
    );

/** Schema of an API object that is returned unchanged. */
export const Thing = z.looseObject({});
