import * as z from "zod";
import { CONTENT_LIMITS } from "./content-limits.ts";

const { nameMaxChars, sentenceMaxChars, urlMaxChars } = CONTENT_LIMITS;
const time = z.string().meta({ description: "ISO 8601 with offset" }).nullable();

/** A shared event or planned call. Rationale: docs/decisions/0187. */
export const SharedEvent = z
  .object({
    name: z.string().max(nameMaxChars).nullable(),
    description: z.string().max(sentenceMaxChars).nullable(),
    starts_at: time,
    ends_at: time,
    location: z
      .object({
        name: z.string().max(nameMaxChars).nullable(),
        latitude: z.number().nullable(),
        longitude: z.number().nullable(),
      })
      .nullable(),
    join_link: z.string().max(urlMaxChars).nullable().meta({ description: "The link to the event's call" }),
    cancelled: z.boolean(),
  })
  .meta({
    id: "SharedEvent",
    examples: [
      {
        name: "Tasting",
        description: "Six wines of the south",
        starts_at: "2026-11-27T22:00:00+00:00",
        ends_at: null,
        location: { name: "The shop", latitude: -23.56, longitude: -46.65 },
        join_link: null,
        cancelled: false,
      },
    ],
  });
export type SharedEvent = z.infer<typeof SharedEvent>;
