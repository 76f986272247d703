import * as z from "zod";
import { CONTENT_LIMITS } from "./content-limits.ts";

/** The album that a received image or video belongs to. Rationale: docs/decisions/0187. */
export const Album = z
  .object({
    id: z
      .string()
      .max(CONTENT_LIMITS.idMaxChars)
      .meta({ description: "The album's id, which all of its messages share" }),
    index: z
      .int()
      .nullable()
      .meta({ description: "The message's place in the album, starting at 0; null if the phone did not send it" }),
    count: z.int().nullable().meta({ description: "The number of files announced for the album; null if not known" }),
  })
  .meta({ id: "Album", examples: [{ id: "3EB0C431C26A1916E07A", index: 0, count: 4 }] });
export type Album = z.infer<typeof Album>;
