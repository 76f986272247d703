import * as z from "zod";
import { CONTENT_LIMITS } from "./content-limits.ts";

/** The album that a picture or video arrived in. Our choice: docs/decisions/0187. */
export const Album = z
  .object({
    id: z.string().max(CONTENT_LIMITS.idMaxChars).meta({ description: "The same for all of one album" }),
    index: z.int().nullable().meta({ description: "Its place, from 0; null: the phone did not say" }),
    count: z.int().nullable().meta({ description: "How many were announced; null: not known" }),
  })
  .meta({ id: "Album", examples: [{ id: "3EB0C431C26A1916E07A", index: 0, count: 4 }] });
export type Album = z.infer<typeof Album>;
