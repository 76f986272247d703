import * as z from "zod";
import { ID_PREFIXES, pathId } from "../../../core/contracts/ids.ts";

/** The path parameters of a broadcast. */
export const BroadcastParams = z.object({
  id: pathId(ID_PREFIXES.broadcast, "broadcast_not_found").meta({ example: "brd_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }),
});
