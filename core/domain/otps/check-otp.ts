import { LIMITS } from "../../contracts/limits.ts";
import { type CreateOtpBody, LOCALE_RULE } from "../../contracts/otps/otp.ts";
import type { OtpChannel } from "../../contracts/otps/otp-states.ts";
import { phoneProblem } from "../messages/phone-problem.ts";
import { brandProblem } from "./brand.ts";
import { lookUpLocale, type OtpLocale } from "./otp-texts.ts";

/** A requested OTP, once it has been checked and completed with defaults. */
export interface CheckedOtp {
  channel: OtpChannel;
  phone: string | null;
  brand: string | null;
  reference: string | null;
  locale: OtpLocale;
  expires_in: number;
  code_length: number;
}

const PHONE_NEEDED = "Set the phone to send the code to, or choose the channel link.";

/** Checks the rules that a schema can't express. @returns error sentences by field if any rule is broken. Spec: OTP. */
export function checkOtp(body: CreateOtpBody): CheckedOtp | { errors: Record<string, string[]> } {
  const { channel, phone = null, brand = null, reference = null } = body;
  const locale = lookUpLocale(body.locale ?? "en");
  const ofPhone = problemOfPhone(channel, phone);
  const ofBrand = brand === null ? null : brandProblem(brand);
  if (ofPhone !== null || ofBrand !== null || locale === null) {
    const all = { phone: ofPhone, brand: ofBrand, locale: locale === null ? LOCALE_RULE : null };
    return { errors: Object.fromEntries(Object.entries(all).flatMap(([field, one]) => (one ? [[field, [one]]] : []))) };
  }
  return {
    channel,
    phone,
    brand,
    reference,
    locale,
    expires_in: body.expires_in ?? LIMITS.otpExpiresDefaultSec,
    code_length: channel === "link" ? LIMITS.otpLinkDigits : (body.code_length ?? LIMITS.otpDigitsDefault),
  };
}

function problemOfPhone(channel: OtpChannel, phone: string | null): string | null {
  if (phone === null) return channel === "code" ? PHONE_NEEDED : null;
  return phoneProblem(phone);
}
