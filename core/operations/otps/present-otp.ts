import type { KeyKind } from "../../contracts/account.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { Otp } from "../../contracts/otps/otp.ts";
import type { PanelOtp } from "../../contracts/panel/otps.ts";
import { chatLink } from "../../domain/otps/chat-link.ts";
import { linkText } from "../../domain/otps/otp-texts.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { Clock } from "../../ports.ts";
import type { OtpRecord } from "../../records/otps/otp.ts";
import type { OtpCodes } from "../../records/otps/otp-codes.ts";
import { isPending } from "../../records/otps/otp-events.ts";
import type { FoundOtp } from "./read-otp.ts";

/**
 * Builds an OTP in the form customers currently see. Whether its status is `expired` depends on the clock. For keys
 * with permission to send, an open link includes its code, which is recomputed. Spec: OTP.
 * @param picture creates a link's QR code as a data URI.
 */
export async function presentOtp(
  deps: { clock: Clock; codes: OtpCodes },
  { otp, instance }: FoundOtp,
  kind: KeyKind,
  picture: (link: string) => string,
): Promise<Otp> {
  const isOpen = isPending(otp, deps.clock.now());
  const isShown = isOpen && otp.channel === "link" && kind !== "read";
  const shown = isShown ? await shownLink(deps.codes, otp, instance.phone, picture) : NOT_SHOWN;
  return { ...presentOutcome(otp, deps.clock.now()), instance_id: otp.instance_id, ...shown };
}

/** Builds the part of an OTP that doesn't reveal its code. */
export function presentOutcome(otp: OtpRecord, now: Date): PanelOtp {
  return {
    id: otp.id,
    channel: otp.channel,
    status: otp.status === "pending" && !isPending(otp, now) ? "expired" : otp.status,
    reference: otp.reference,
    phone: otp.phone,
    attempts_left: LIMITS.otpAttempts - otp.attempts,
    reason: otp.reason,
    expires_at: onWire(otp.expires_at),
    verified_at: otp.verified_at && onWire(otp.verified_at),
    failed_at: otp.failed_at && onWire(otp.failed_at),
    created_at: onWire(otp.created_at),
  };
}

const NOT_SHOWN = { code: null, link: null, qr: null };

async function shownLink(codes: OtpCodes, otp: OtpRecord, phone: string | null, picture: (link: string) => string) {
  // The number has been unlinked, so it can't receive messages.
  if (phone === null) return NOT_SHOWN;
  const code = await codes.codeOf(otp);
  const link = chatLink(phone, linkText({ locale: otp.locale, brand: otp.brand, code }));
  return { code, link, qr: picture(link) };
}

const onWire = (at: string) => wireTime(new Date(at));
