import { createHmac } from "node:crypto";
import type { OtpCodes } from "../../core/records/otps/otp-codes.ts";

/** Predictable OTP codes, counting up from `100000` by their `draw`. */
export const testCodes: OtpCodes = {
  newest: async () => 1,
  versions: async () => [1],
  codeOf: async ({ draw, code_length }) => String(10 ** (code_length - 1) + draw),
  hmac: async (k, text) => createHmac("sha256", `version ${k}`).update(text).digest(),
};
