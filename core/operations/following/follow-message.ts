import type { OtpReason } from "../../contracts/otps/otp-states.ts";
import { kindOf } from "../../domain/sending/kinds.ts";
import type { MessageRecord } from "../../records/message.ts";
import type { EventDeps } from "../../records/message-event.ts";
import type { Write } from "../../store/table.ts";
import { broadcastStateWrites } from "./follow-broadcast.ts";
import { followOtp } from "./follow-otp.ts";

/** The consequences of a message's status change: writes for the same transaction, and wake-ups to send after it. */
export interface Following {
  writes: Write[];
  /** Must be called once the transaction is committed. */
  wake(): Promise<void>;
}

const NOTHING: Following = { writes: [], wake: async () => {} };

/**
 * Determines what follows when one of the gateway's messages is sent, delivered, read or fails: an OTP fails together
 * with its message, and a broadcast counts the new status. If the transaction is refused, call this function again,
 * because the data that it reads may have changed.
 * @param before the stored message. @param after the message as the transaction leaves it.
 * @param otpReason why the OTP failed, if that is more precise than the message's `error_code`.
 */
export async function followMessage(
  deps: EventDeps,
  before: MessageRecord,
  after: Pick<MessageRecord, "status" | "error_code">,
  otpReason?: OtpReason,
): Promise<Following> {
  const { follower } = kindOf(before);
  if (follower === null) return NOTHING;
  if (follower === "otp") return (await followOtp(deps, before, after, otpReason)) ?? NOTHING;
  const writes = await broadcastStateWrites(deps.table, deps.clock.now(), before, after);
  return writes.length > 0 ? { ...NOTHING, writes } : NOTHING;
}
