import * as z from "zod";
import { OtpIdParam } from "../../../core/contracts/otps/otp.ts";

/** The path parameters of an OTP. */
export const OtpParams = z.object({ id: OtpIdParam.meta({ example: "otp_01KAGQ5M7N8P9QARBSCTDVEWFX" }) });
