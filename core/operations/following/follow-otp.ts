import type { OtpReason } from "../../contracts/otps/otp-states.ts";
import { reasonOfError } from "../../domain/otps/otp-hold.ts";
import { eventRoute, eventWrites, wakeEndpoint } from "../../records/event.ts";
import type { MessageRecord } from "../../records/message.ts";
import type { EventDeps } from "../../records/message-event.ts";
import { otpRecords } from "../../records/otps/otp.ts";
import { isPending, otpEvent, stillPending } from "../../records/otps/otp-events.ts";
import { keys } from "../../store/keys.ts";
import type { Write } from "../../store/table.ts";

/**
 * Fails an OTP in the same transaction as its first code message. If the code was sent again and the second message
 * fails, the OTP is left unchanged, because the person might still read the first message. An OTP that was verified in
 * the meantime, or has ended otherwise, is left unchanged as well.
 * @param reason why the message failed, if that is more precise than its `error_code`.
 * @returns null if no OTP changes.
 */
export async function followOtp(
  deps: EventDeps,
  { account_id, otp: part }: MessageRecord,
  after: Pick<MessageRecord, "status" | "error_code">,
  reason: OtpReason = reasonOfError(after.error_code),
): Promise<{ writes: Write[]; wake(): Promise<void> } | null> {
  if (after.status !== "failed" || part?.part !== "first") return null;
  const otp = await otpRecords.read(deps.table, account_id, part.id);
  const now = deps.clock.now();
  if (!otp || !isPending(otp, now)) return null;
  const set = { status: "failed", reason, failed_at: now.toISOString() } as const;
  const route = await eventRoute(deps, account_id, otp.instance_id);
  const writes: Write[] = [
    { update: keys.otp(account_id, otp.id), set, if: stillPending(now) },
    ...eventWrites(deps, route, otpEvent("otp.failed", { ...otp, ...set }), now),
  ];
  return { writes, wake: () => wakeEndpoint(deps, route) };
}
