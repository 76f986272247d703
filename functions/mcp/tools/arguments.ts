import * as z from "zod";

const ID_CHARS = 60;
const id = (what: string) => z.string().min(1).max(ID_CHARS).describe(what);

/** Schema of an instance id. */
export const instanceId = () => id("The number's id (inst_…), from list_instances");
/** Schema of a message id. */
export const messageId = () => id("The message's id (msg_…)");
/** Schema of a phone number. */
export const phone = () => z.string().min(5).max(40).describe("A phone number, which is the country code and digits");
/** Schema of a chat, identified by phone number or chat id. */
export const chat = () => z.string().min(1).max(80).describe("The person's phone, or a chat_id from another tool");
/** Schema of the page size. @param max the largest number allowed. */
export const pageLimit = (max: number) => z.int().min(1).max(max).optional().describe("The maximum number of results");
/** Schema of a reference chosen by the caller. It prevents a repeated request from taking effect twice. */
export const clientRef = () =>
  z
    .string()
    .min(1)
    .max(100)
    .describe(
      "Your own name for this message, such as order-1842-ready. Repeating the call with the same name never sends the message twice",
    );

/** Schema of an API object that is returned unchanged. */
export const Thing = z.looseObject({});
