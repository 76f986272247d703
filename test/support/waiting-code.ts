import { ensureWake } from "../../core/lanes/ensure-wake.ts";
import type { LaneDeps } from "../../core/lanes/lane.ts";
import { putCodeMessage } from "../../core/operations/otps/put-code-message.ts";
import type { OtpRecord } from "../../core/records/otps/otp.ts";
import { keys, lists } from "../../core/store/keys.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import { someWrites } from "./some-writes.ts";

/** Creates an OTP at `now` that is open and sent as a code to this phone number. */
export function openOtp(now: Date, phone: string, fields: Partial<OtpRecord> = {}): OtpRecord {
  return {
    id: "otp_1",
    account_id: "acc_1",
    instance_id: "inst_1",
    channel: "code",
    phone,
    brand: null,
    reference: "order 7",
    locale: "en",
    code_length: 6,
    status: "pending",
    reason: null,
    attempts: 0,
    draw: 0,
    k: 1,
    sends: [],
    sent: 1,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + 600_000).toISOString(),
    verified_at: null,
    failed_at: null,
    ttl: Math.floor(now.getTime() / 1000) + 30 * 86_400,
    ...fields,
  };
}

/** Stores the OTP and adds the message with its code to the lane in one transaction, the way the API does. */
export async function sendCode(deps: LaneDeps, otp: OtpRecord, part: "first" | "resend" = "first"): Promise<string> {
  const { id, writes } = await putCodeMessage(deps, otp, part, deps.clock.now());
  const gsi2pk = lists.otpsOfInstance(otp.instance_id);
  const put = { ...keys.otp(otp.account_id, otp.id), gsi2pk, gsi2sk: otp.id, ...otp };
  await deps.table.transact(part === "first" ? [{ put }, ...writes] : someWrites(writes));
  await ensureWake(deps, instanceLane(otp.instance_id), deps.clock.now(), null);
  return id;
}
