import * as z from "zod";
import { ID_PREFIXES, pathId } from "../../../core/contracts/ids.ts";

/** The path parameters of an instance. */
export const InstanceParams = z.object({
  id: pathId(ID_PREFIXES.instance, "instance_not_found").meta({ example: "inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }),
});
