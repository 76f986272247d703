import { createHmac } from "node:crypto";
import type { OtpCodes } from "../../core/records/otps/otp-codes.ts";

/** Predictable OTP codes, numbered by their `draw` from `100000` on. */
export const testCodes: OtpCodes = {
  newest: async () => 1,
  versions: async () => [1],
  codeOf: async ({ draw, code_length }) => String(10 ** (code_length - 1) + draw),
  hmac: async (k, text) => createHmac("sha256", `version ${k}`).update(text).digest(),
};
