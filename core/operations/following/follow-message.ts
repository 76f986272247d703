import type { OtpReason } from "../../contracts/otps/otp-states.ts";
import type { MessageRecord } from "../../records/message.ts";
import type { EventDeps } from "../../records/message-event.ts";
import type { Write } from "../../store/table.ts";
import { broadcastLetter } from "./follow-broadcast.ts";
import { followOtp } from "./follow-otp.ts";

/** All that else becomes of a message's end or progress: writes of its transaction, and what is to be woken behind it. */
export interface Following {
  writes: Write[];
  /** Called behind the commit. */
  wake(): Promise<void>;
}

const NOTHING: Following = { writes: [], wake: async () => {} };

/**
 * Finds all that follows when a message of ours is sent, delivered, read or fails: the OTP that it carries fails with it, and
 * its broadcast counts it. Ask anew after a refusal: what it looks at may have moved.
 * @param before as it is stored. @param after as the transaction makes it.
 * @param otpReason what an OTP fails with, where that says more than the message's `error_code`.
 */
export async function followMessage(
  deps: EventDeps,
  before: MessageRecord,
  after: Pick<MessageRecord, "status" | "error_code">,
  otpReason?: OtpReason,
): Promise<Following> {
  if (before.otp) return (await followOtp(deps, before, after, otpReason)) ?? NOTHING;
  const writes = await broadcastLetter(deps.table, deps.clock.now(), before, after);
  return writes.length > 0 ? { ...NOTHING, writes } : NOTHING;
}
