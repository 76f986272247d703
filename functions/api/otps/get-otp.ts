import { Otp } from "../../../core/contracts/otps/otp.ts";
import { readOtp } from "../../../core/operations/otps/read-otp.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { OtpParams } from "./otp-params.ts";
import { showOtp } from "./show-otp.ts";

/** GET /v1/otps/{id}. Spec: OTP. */
export const getOtp = route("otps.get", {
  summary: "Get an OTP",
  params: OtpParams,
  responses: { 200: { description: "The OTP. Keys that can send also see the code of an open link", schema: Otp } },
  errors: ["otp_not_found"],
  async handle({ caller, deps, params }) {
    return reply(200, await showOtp(deps, await readOtp(deps, caller, params.id), caller));
  },
});
