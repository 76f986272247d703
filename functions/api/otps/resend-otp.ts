import { Otp } from "../../../core/contracts/otps/otp.ts";
import { PLANS } from "../../../core/contracts/plans.ts";
import { readOtp } from "../../../core/operations/otps/read-otp.ts";
import { resendCode } from "../../../core/operations/otps/resend-code.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { OtpParams } from "./otp-params.ts";
import { showOtp } from "./show-otp.ts";

/** POST /v1/otps/{id}/resend: sends the same code again. Spec: OTP. */
export const resendOtp = route("otps.resend", {
  summary: "Send the code again, after a minute and at most three times",
  params: OtpParams,
  responses: { 202: { description: "The code is being sent. If sending fails, the OTP is unchanged", schema: Otp } },
  errors: ["otp_not_found", "conflict", "limit_reached", "plan_limit", "unavailable"],
  async handle({ caller, deps, params }) {
    const { otp, instance } = await readOtp(deps, caller, params.id);
    const sent = await resendCode(deps, otp, PLANS[caller.plan].messagesPerDay);
    return reply(202, await showOtp(deps, { otp: sent, instance }, caller));
  },
});
