import { kmsVault } from "../../core/aws/kms-vault.ts";
import { parseEnv, SecretsEnv } from "../../core/env.ts";
import { storedOtpCodes } from "../../core/records/otps/otp-codes.ts";
import type { Part } from "../own-deps.ts";

/** Derives OTP codes. Decrypts the secret used for the codes, or creates it if there is none. Needs the table. */
export const codesPart: Part = {
  needs: ["otp_codes"],
  build({ table, clock, ids, log }) {
    const { KMS_KEY_ID, DATA_KEY_MINUTES: keyMinutes } = parseEnv(SecretsEnv, process.env);
    const vault = kmsVault({ table, clock, log, kmsKeyId: KMS_KEY_ID, keyMinutes });
    return { codes: storedOtpCodes({ table, vault, clock, ids }), env: { KMS_KEY_ID } };
  },
};
