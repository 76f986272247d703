import * as z from "zod";

/** The path of one instance. An id of another shape can't exist, so it is not found rather than invalid. */
export const InstanceParams = z.object({ id: z.string().meta({ example: "inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }) });
