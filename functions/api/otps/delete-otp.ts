import { cancelOtp } from "../../../core/operations/otps/cancel-otp.ts";
import { readOtp } from "../../../core/operations/otps/read-otp.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { OtpParams } from "./otp-params.ts";

/** DELETE /v1/otps/{id}: cancels an open OTP. Spec: OTP. */
export const deleteOtp = route("otps.delete", {
  summary: "Cancel an open OTP",
  params: OtpParams,
  responses: { 204: { description: "Cancelled. Its code is no longer valid" } },
  errors: ["otp_not_found", "conflict"],
  async handle({ caller, deps, params }) {
    const { otp } = await readOtp(deps, caller, params.id);
    await cancelOtp(deps, otp);
    return reply(204);
  },
});
