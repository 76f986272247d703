import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { fileData, fileUrl } from "./media/send-media.ts";
import { givenPhone } from "./phone.ts";
import { maybeEmpty, text, words } from "./text.ts";

const time = z.string().meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" });
const phone = givenPhone().meta({
  description: "International format, which is the country code and digits",
  example: "5511999990001",
});

/** POST /v1/instances/{id}/pairing-code. */
export const PairingCodeBody = z.object({ phone: phone.meta({ description: "The number to link" }) });

/** The code to type on the phone that is being linked. */
export const PairingCode = z
  .object({
    code: z.string().length(LIMITS.pairingCodeChars).meta({ example: "ABCD1234" }),
    expires_at: time,
  })
  .meta({ id: "PairingCode" });
export type PairingCode = z.infer<typeof PairingCode>;

/** POST /v1/instances/{id}/check. */
export const CheckNumberBody = z.object({ phone });

/** Whether a number is on the network. */
export const NumberCheck = z
  .object({
    phone: phone.meta({
      description: "The number in the form the network uses, which may differ from the form in the request",
    }),
    on_messenger: z.boolean().meta({ description: "Whether the number is on the network" }),
    checks_left_today: z.int().min(0),
  })
  .meta({ id: "NumberCheck" });

const CALL_RULE = "Use the id from a call.received event.";
const FROM_RULE = "Use the from value of that event.";

/** POST /v1/instances/{id}/calls/reject. */
export const RejectCallBody = z.object({
  call_id: text(LIMITS.callIdMaxChars, CALL_RULE)
    .min(1, CALL_RULE)
    .meta({ description: "The `id` in a `call.received` event" }),
  from: text(LIMITS.callIdMaxChars, FROM_RULE)
    .min(1, FROM_RULE)
    .meta({ description: "The `from` in the same event, or the caller's phone" }),
});

/** The linked number's profile on the network. Spec: Instance profile. */
export const Profile = z
  .object({
    name: z.string().nullable(),
    about: z.string().nullable(),
    picture_url: z.string().nullable().meta({ description: "A link to the current picture, which works for 24 hours" }),
  })
  .meta({ id: "Profile" });
export type Profile = z.infer<typeof Profile>;

/** PATCH /v1/instances/{id}/profile: send only what changes. */
export const UpdateProfileBody = z.object({
  name: words("name", LIMITS.profileNameMaxChars).optional(),
  about: maybeEmpty("about", LIMITS.profileAboutMaxChars).optional(),
  picture: z
    .object({
      url: fileUrl.meta({ description: "The public address of a JPEG or PNG. Use either this or data." }),
      data: fileData.meta({ description: "A JPEG or PNG as base64. Use either this or url." }),
    })
    .nullable()
    .optional()
    .meta({ description: "null removes the picture" }),
});
export type UpdateProfileBody = z.infer<typeof UpdateProfileBody>;
