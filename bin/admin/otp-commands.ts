import { rotateOtpSecret } from "../../core/operations/otps/rotate-otp-secret.ts";
import type { AdminCommand } from "./options.ts";

/** Operator commands for OTPs. */
export const OTP_COMMANDS = {
  "otp-secret rotate": {
    about:
      "Creates a new version of the secret that OTP codes are derived from. It takes effect after ten minutes. Existing codes remain valid, and the old version is deleted two hours later. Use this command if someone may have read the secret.",
    usage: "",
    takes: [],
    run: (admin) => rotateOtpSecret(admin),
  },
} as const satisfies Record<string, AdminCommand>;
