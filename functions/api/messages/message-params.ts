import * as z from "zod";
import { ID_PREFIXES, pathId } from "../../../core/contracts/ids.ts";

/** The path parameters of a message. */
export const MessageParams = z.object({
  id: pathId(ID_PREFIXES.message, "message_not_found").meta({ example: "msg_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }),
});
