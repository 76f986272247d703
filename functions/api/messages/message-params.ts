import * as z from "zod";

/** The path of one message. An id of another shape can't exist, so it is not found rather than invalid. */
export const MessageParams = z.object({ id: z.string().meta({ example: "msg_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }) });
