import * as z from "zod";
import { givenId, ID_PREFIXES, pathId } from "../ids.ts";
import { LIMITS } from "../limits.ts";
import { givenPhone } from "../phone.ts";
import { text, words } from "../text.ts";
import { OTP_CHANNELS, OTP_REASONS, OTP_STATUSES } from "./otp-states.ts";

const time = z.string().meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" });

const CHANNEL_RULE = "The channel must be link or code.";
const REFERENCE_RULE = `The reference is too long. Use at most ${LIMITS.otpReferenceMaxChars} characters.`;
const EXPIRES_RULE = `Use ${LIMITS.otpExpiresMinSec} to ${LIMITS.otpExpiresMaxSec} seconds.`;
const LENGTH_RULE = `Use ${LIMITS.otpDigitsMin} to ${LIMITS.otpDigitsMax} digits.`;
/** The error message for an unknown language. */
export const LOCALE_RULE = "Use a BCP 47 language tag, e.g. en, pt-BR or zh-Hans.";
/** The error message for a text that can't be a code. */
export const CODE_RULE = `Use a code of ${LIMITS.otpDigitsMin} to ${LIMITS.otpDigitsMax} digits.`;

/** POST /v1/otps. */
export const CreateOtpBody = z
  .object({
    instance_id: givenId(),
    channel: z.enum(OTP_CHANNELS, CHANNEL_RULE).meta({
      description:
        "`link`: the person opens a link and sends you the code in it. `code`: you send the person a code and they enter it",
    }),
    phone: givenPhone().nullish().meta({
      description: "The number to confirm. Required with `code`. With `link`, only this number can complete the OTP",
      example: "5511999990001",
    }),
    brand: words("brand", LIMITS.otpBrandMaxChars, { trimmed: true }).nullish().meta({
      description: "The name of your business or product, shown in the text. It can't contain addresses or line breaks",
    }),
    reference: text(LIMITS.otpReferenceMaxChars, REFERENCE_RULE).nullish().meta({
      description: "Your own reference, included in responses and events but never shown to the person",
    }),
    locale: text(LIMITS.otpLocaleMaxChars, LOCALE_RULE).nullish().meta({
      description: "The language of the text, as a BCP 47 tag. English is used for unsupported languages",
      example: "pt-BR",
    }),
    expires_in: z
      .int(EXPIRES_RULE)
      .min(LIMITS.otpExpiresMinSec, EXPIRES_RULE)
      .max(LIMITS.otpExpiresMaxSec, EXPIRES_RULE)
      .nullish()
      .meta({ description: `The number of seconds until the OTP expires. Defaults to ${LIMITS.otpExpiresDefaultSec}` }),
    code_length: z
      .int(LENGTH_RULE)
      .min(LIMITS.otpDigitsMin, LENGTH_RULE)
      .max(LIMITS.otpDigitsMax, LENGTH_RULE)
      .nullish()
      .meta({
        description: `The number of digits of a \`code\`. Defaults to ${LIMITS.otpDigitsDefault}. A \`link\` always has ${LIMITS.otpLinkDigits}`,
      }),
  })
  .meta({ id: "CreateOtp" });
export type CreateOtpBody = z.infer<typeof CreateOtpBody>;

/** POST /v1/otps/{id}/check. */
export const CheckOtpBody = z
  .object({
    code: text(LIMITS.otpGivenMaxChars, CODE_RULE).meta({
      description: "The code as the person typed it, which can contain digits of any script, spaces and hyphens",
      example: "123 456",
    }),
  })
  .meta({ id: "CheckOtp" });

/** An OTP as customers see it, with every key always present. Spec: OTP. */
export const Otp = z
  .object({
    id: z.string().meta({ example: "otp_01KAGQ5M7N8P9QARBSCTDVEWFX" }),
    instance_id: z.string(),
    channel: z.enum(OTP_CHANNELS),
    status: z.enum(OTP_STATUSES),
    reference: z.string().nullable(),
    phone: z.string().nullable().meta({
      description:
        "The number to confirm. For a completed link, the number of the person who completed it; null if that number is hidden",
    }),
    attempts_left: z.int().meta({ description: "How many attempts to `check` a code are left" }),
    code: z.string().nullable().meta({
      description:
        "The code of an open `link`, visible only to keys that can send. The code of the `code` channel is never shown",
    }),
    link: z.string().nullable().meta({
      description: "A link that opens a chat with the code already typed. Shown under the same conditions as `code`",
    }),
    qr: z
      .string()
      .nullable()
      .meta({ description: "The link as a QR code, a data URI. Shown under the same conditions as `code`" }),
    reason: z.enum(OTP_REASONS).nullable().meta({ description: "Why the OTP failed" }),
    expires_at: time,
    verified_at: time.nullable(),
    failed_at: time.nullable(),
    created_at: time,
  })
  .meta({ id: "Otp" });
export type Otp = z.infer<typeof Otp>;

/** An OTP's id in a path. */
export const OtpIdParam = pathId(ID_PREFIXES.otp, "otp_not_found");
