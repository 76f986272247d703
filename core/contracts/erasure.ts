import * as z from "zod";

/** An erasure of a person's data that is in progress. Spec: contacts, `data`. */
export const Erasure = z
  .object({
    state: z.literal("erasing").meta({ description: "It continues; repeat the request until the answer is 204" }),
    asked_at: z
      .string()
      .meta({ description: "Since when, ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" }),
  })
  .meta({ id: "Erasure" });
export type Erasure = z.infer<typeof Erasure>;
