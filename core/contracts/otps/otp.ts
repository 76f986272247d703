import * as z from "zod";
import { givenId, ID_PREFIXES, pathId } from "../ids.ts";
import { LIMITS } from "../limits.ts";
import { givenPhone } from "../phone.ts";
import { text, words } from "../text.ts";
import { OTP_CHANNELS, OTP_REASONS, OTP_STATUSES } from "./otp-states.ts";

const time = z.string().meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" });

const CHANNEL_RULE = "Give a channel: link or code.";
const REFERENCE_RULE = `The reference is too long. Give at most ${LIMITS.otpReferenceMaxChars} characters.`;
const EXPIRES_RULE = `Give ${LIMITS.otpExpiresMinSec} to ${LIMITS.otpExpiresMaxSec} seconds.`;
const LENGTH_RULE = `Give ${LIMITS.otpDigitsMin} to ${LIMITS.otpDigitsMax} digits.`;
/** The error sentence for an unknown language. */
export const LOCALE_RULE = "Give a language as a BCP 47 tag, e.g. en, pt-BR or zh-Hans.";
/** The error sentence for a text that can't be a code. */
export const CODE_RULE = `Give the code: ${LIMITS.otpDigitsMin} to ${LIMITS.otpDigitsMax} digits.`;

/** POST /v1/otps. */
export const CreateOtpBody = z
  .object({
    instance_id: givenId(),
    channel: z.enum(OTP_CHANNELS, CHANNEL_RULE).meta({
      description: "`link`: the person sends you a code from a link. `code`: you send them a code and they enter it",
    }),
    phone: givenPhone().nullish().meta({
      description: "The number to confirm; required with `code`. With `link`: only this number completes it",
      example: "5511999990001",
    }),
    brand: words("brand", LIMITS.otpBrandMaxChars, { trimmed: true }).nullish().meta({
      description: "The name of who asks, shown in the text. No address, no line break",
    }),
    reference: text(LIMITS.otpReferenceMaxChars, REFERENCE_RULE).nullish().meta({
      description: "Your own reference, in answers and events; never shown to the person",
    }),
    locale: text(LIMITS.otpLocaleMaxChars, LOCALE_RULE).nullish().meta({
      description: "The text's language, BCP 47; unsupported ones: en",
      example: "pt-BR",
    }),
    expires_in: z
      .int(EXPIRES_RULE)
      .min(LIMITS.otpExpiresMinSec, EXPIRES_RULE)
      .max(LIMITS.otpExpiresMaxSec, EXPIRES_RULE)
      .nullish()
      .meta({ description: `Seconds until it expires; ${LIMITS.otpExpiresDefaultSec} when left out` }),
    code_length: z
      .int(LENGTH_RULE)
      .min(LIMITS.otpDigitsMin, LENGTH_RULE)
      .max(LIMITS.otpDigitsMax, LENGTH_RULE)
      .nullish()
      .meta({
        description: `Digits of a \`code\`; ${LIMITS.otpDigitsDefault} when left out. A \`link\` has ${LIMITS.otpLinkDigits}`,
      }),
  })
  .meta({ id: "CreateOtp" });
export type CreateOtpBody = z.infer<typeof CreateOtpBody>;

/** POST /v1/otps/{id}/check. */
export const CheckOtpBody = z
  .object({
    code: text(LIMITS.otpGivenMaxChars, CODE_RULE).meta({
      description: "As the person typed it: digits of any script, spaces and hyphens",
      example: "123 456",
    }),
  })
  .meta({ id: "CheckOtp" });

/** An OTP as customers see it, always with all keys. Spec: OTP. */
export const Otp = z
  .object({
    id: z.string().meta({ example: "otp_01KAGQ5M7N8P9QARBSCTDVEWFX" }),
    instance_id: z.string(),
    channel: z.enum(OTP_CHANNELS),
    status: z.enum(OTP_STATUSES),
    reference: z.string().nullable(),
    phone: z
      .string()
      .nullable()
      .meta({ description: "The number to confirm; for a completed link: who completed it, null when hidden" }),
    attempts_left: z.int().meta({ description: "How many attempts of `check` are left" }),
    code: z
      .string()
      .nullable()
      .meta({ description: "For an open `link`, only to keys that may send; never for a `code`" }),
    link: z.string().nullable().meta({ description: "Opens a chat with the code in it; shown like `code`" }),
    qr: z.string().nullable().meta({ description: "The same as a picture, a data URI; shown like `code`" }),
    reason: z.enum(OTP_REASONS).nullable().meta({ description: "Why it failed" }),
    expires_at: time,
    verified_at: time.nullable(),
    failed_at: time.nullable(),
    created_at: time,
  })
  .meta({ id: "Otp" });
export type Otp = z.infer<typeof Otp>;

/** An OTP's id in a path. */
export const OtpIdParam = pathId(ID_PREFIXES.otp, "otp_not_found");
