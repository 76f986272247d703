import { kmsVault } from "../../core/aws/kms-vault.ts";
import { parseEnv, SecretsEnv } from "../../core/env.ts";
import { storedPepper } from "../../core/records/accounts/pepper.ts";
import type { Part } from "../own-deps.ts";

/** Checks API keys and cursors: opens the pepper, which the operator's commands make. Needs the table. */
export const keysPart: Part = {
  needs: ["key_check"],
  build({ table, clock, ids, log }) {
    const { KMS_KEY_ID, DATA_KEY_MINUTES: keyMinutes } = parseEnv(SecretsEnv, process.env);
    const vault = kmsVault({ table, clock, log, kmsKeyId: KMS_KEY_ID, keyMinutes });
    return { pepper: storedPepper({ table, vault, clock, ids }, { mayMake: false }), env: { KMS_KEY_ID } };
  },
};
