import type { OtpReason } from "../../contracts/otps/otp-states.ts";
import { kindOf } from "../../domain/sending/kinds.ts";
import type { MessageRecord } from "../../records/message.ts";
import type { EventDeps } from "../../records/message-event.ts";
import type { Write } from "../../store/table.ts";
import { broadcastStateWrites } from "./follow-broadcast.ts";
import { followOtp } from "./follow-otp.ts";

/** All other consequences of a message's end or progress: writes for its transaction, and wake-ups for afterwards. */
export interface Following {
  writes: Write[];
  /** Called after the commit. */
  wake(): Promise<void>;
}

const NOTHING: Following = { writes: [], wake: async () => {} };

/**
 * Finds all consequences when one of our messages is sent, delivered, read or fails: the OTP that it carries fails with
 * it, and its broadcast counts it. After a refusal call it again, because what it reads may have changed.
 * @param before as it is stored. @param after as the transaction leaves it.
 * @param otpReason the OTP's failure, if it is more precise than the message's `error_code`.
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
