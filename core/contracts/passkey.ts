import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { text } from "./text.ts";

const PART_RULE = "Send exactly what the browser returned, as base64url without padding.";

/** A part of a browser's response, in the format of `PublicKeyCredential.toJSON()`. */
const part = text(LIMITS.passkeyPartMaxChars, PART_RULE).regex(/^[A-Za-z0-9_-]+$/, PART_RULE);

/** POST /v1/instances/{id}/passkey: the result of `navigator.credentials.get()`, as JSON. */
export const PasskeyBody = z.object({
  credential: z
    .object({
      id: part,
      rawId: part,
      type: z.literal("public-key"),
      authenticatorAttachment: z.enum(["platform", "cross-platform"]).nullish(),
      response: z.object({
        clientDataJSON: part,
        authenticatorData: part,
        signature: part,
        userHandle: part.nullish(),
      }),
    })
    .meta({ description: "The result of navigator.credentials.get(), converted with toJSON()" }),
});
export type PasskeyBody = z.infer<typeof PasskeyBody>;

/** The progress of linking a number by passkey. */
export const PasskeyLink = z
  .object({
    state: z.enum(["none", "sign", "sent"]).meta({
      description:
        "none: the network does not require a passkey. sign: sign the options and send the result. sent: the link completes automatically.",
    }),
    options: z.record(z.string(), z.unknown()).nullable().meta({
      description: "Pass this to PublicKeyCredential.parseRequestOptionsFromJSON() on the network's own web page",
    }),
    code: z
      .string()
      .nullable()
      .meta({ description: "The code that the phone shows, if it shows one", example: "ABCD-1234" }),
    expires_at: z.string().nullable().meta({
      description: "ISO 8601 with offset. After this time, a new code must be scanned",
      example: "2026-11-20T09:32:40+00:00",
    }),
  })
  .meta({ id: "PasskeyLink" });
export type PasskeyLink = z.infer<typeof PasskeyLink>;
