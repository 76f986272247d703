import * as z from "zod";

/** Enough for a 100 MB file as base64. */
const MOST_BASE64_CHARACTERS = 140_000_000;

const Data = z
  .string()
  .max(MOST_BASE64_CHARACTERS)
  .refine((data) => /^[A-Za-z0-9+/_-]+={0,2}$/.test(data), "data is the file as base64.")
  .transform((data) => Buffer.from(data, "base64"));

/** A file. `document` sends it as a document regardless of its type. */
export const Media = z.object({
  data: Data,
  mimetype: z.string().regex(/^[\w.+-]+\/[\w.+-]+/, "mimetype is written like image/jpeg."),
  filename: z.string().min(1).optional(),
  voice: z.boolean().optional(),
  document: z.boolean().optional(),
  gif: z.boolean().optional(),
  view_once: z.union([z.boolean(), z.literal("withheld")]).optional(),
});

/** A sticker. `lottie` makes it a packed animation. */
export const Sticker = z.object({
  data: Data,
  mimetype: z.string().default("image/webp"),
  animated: z.boolean().optional(),
  lottie: z.boolean().optional(),
});

/** A geographic location. */
export const Location = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  title: z.string().nullable().default(null),
  address: z.string().nullable().default(null),
});
