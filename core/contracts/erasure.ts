import * as z from "zod";

/** An erasure of a person's data that is still in progress. Spec: contacts, `data`. */
export const Erasure = z
  .object({
    state: z
      .literal("erasing")
      .meta({ description: "The erasure is in progress. Repeat the request until the response is 204" }),
    asked_at: z
      .string()
      .meta({ description: "When the erasure began, ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" }),
  })
  .meta({ id: "Erasure" });
export type Erasure = z.infer<typeof Erasure>;
