import { wireTime } from "../../domain/wire-time.ts";
import type { Condition } from "../../store/table.ts";
import type { EventDraft } from "../event.ts";
import type { OtpRecord } from "./otp.ts";

/**
 * Returns the condition that an OTP is still open at `now`. Whether it is open depends on the gateway's clock at commit
 * time. All other statuses are final.
 */
export const stillPending = (now: Date): Condition => [
  { field: "status", op: "=", value: "pending" },
  { field: "expires_at", op: ">", value: now.toISOString() },
];

/** Whether an OTP is open at `now`. */
export const isPending = ({ status, expires_at }: OtpRecord, now: Date): boolean =>
  status === "pending" && Date.parse(expires_at) > now.getTime();

/**
 * Builds the event for an OTP that has reached a final state. @param otp the OTP in its new state. Spec: Events › Event
 * types.
 */
export function otpEvent(type: "otp.completed" | "otp.failed", otp: OtpRecord): EventDraft {
  const { account_id, instance_id, id, channel, reference, phone, reason, verified_at, failed_at } = otp;
  const ended =
    type === "otp.completed" ? { verified_at: onWire(verified_at) } : { reason, failed_at: onWire(failed_at) };
  return { account_id, instance_id, type, data: { id, instance_id, channel, reference, phone, ...ended } };
}

const onWire = (at: string | null) => (at === null ? null : wireTime(new Date(at)));
