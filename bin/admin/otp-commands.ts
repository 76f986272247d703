import { rotateOtpSecret } from "../../core/operations/otps/rotate-otp-secret.ts";
import type { AdminCommand } from "./options.ts";

/** Operator commands for OTPs. */
export const OTP_COMMANDS = {
  "otp-secret rotate": {
    about:
      "Gives the secret from which codes of OTPs are derived another version, in force after ten minutes. Codes made before stay good; the former version is deleted two hours later. Do it when somebody may have read the secret.",
    usage: "",
    takes: [],
    run: (admin) => rotateOtpSecret(admin),
  },
} as const satisfies Record<string, AdminCommand>;
