import { CheckOtpBody, Otp } from "../../../core/contracts/otps/otp.ts";
import { checkCode } from "../../../core/operations/otps/check-code.ts";
import { readOtp } from "../../../core/operations/otps/read-otp.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { OtpParams } from "./otp-params.ts";
import { showOtp } from "./show-otp.ts";

/** POST /v1/otps/{id}/check: checks a code. Allows exactly five attempts. Spec: OTP. */
export const checkOtp = route("otps.check", {
  summary: "Check the code that a person entered",
  params: OtpParams,
  body: CheckOtpBody,
  responses: { 200: { description: "The code is correct, and the OTP is verified", schema: Otp } },
  errors: ["otp_not_found", "conflict", "wrong_code", "no_attempts_left", "limit_reached", "unavailable"],
  async handle({ caller, deps, params, body }) {
    const { otp, instance } = await readOtp(deps, caller, params.id);
    return reply(200, await showOtp(deps, { otp: await checkCode(deps, otp, body.code), instance }, caller));
  },
});
