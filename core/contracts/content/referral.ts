import * as z from "zod";
import { CONTENT_LIMITS } from "./content-limits.ts";

const { idMaxChars, nameMaxChars, sentenceMaxChars, urlMaxChars } = CONTENT_LIMITS;

/** The kinds of places from which people come to a chat. */
export const REFERRAL_SOURCES = ["ad", "post", "other"] as const;

/** The ad or post that led someone to the chat. Rationale: docs/decisions/0187. */
export const Referral = z
  .object({
    source_type: z.enum(REFERRAL_SOURCES),
    source_id: z.string().max(idMaxChars).nullable().meta({ description: "The id of the advertisement or post" }),
    source_url: z.string().max(urlMaxChars).nullable(),
    headline: z.string().max(nameMaxChars).nullable(),
    body: z.string().max(sentenceMaxChars).nullable(),
    media_type: z.enum(["image", "video"]).nullable(),
    ctwa_clid: z
      .string()
      .max(nameMaxChars)
      .nullable()
      .meta({ description: "The id of the click, for conversion reports" }),
    entry_point: z
      .string()
      .max(nameMaxChars)
      .nullable()
      .meta({ description: "The network's name for the place where the person clicked" }),
  })
  .meta({
    id: "Referral",
    examples: [
      {
        source_type: "ad",
        source_id: "120210000000000001",
        source_url: "https://fb.me/example",
        headline: "New wines",
        body: "Write to us",
        media_type: "image",
        ctwa_clid: "ARExampleClickId",
        entry_point: "ctwa_ad",
      },
    ],
  });
export type Referral = z.infer<typeof Referral>;
