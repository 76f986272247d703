import { kmsVault } from "../../core/aws/kms-vault.ts";
import { parseEnv, SecretsEnv } from "../../core/env.ts";
import { storedPepper } from "../../core/records/accounts/pepper.ts";
import type { Part } from "../own-deps.ts";

const pepperPart = (needs: Part["needs"], mayMake: boolean): Part => ({
  needs,
  build({ table, clock, ids, log }) {
    const { KMS_KEY_ID, DATA_KEY_MINUTES: keyMinutes } = parseEnv(SecretsEnv, process.env);
    const vault = kmsVault({ table, clock, log, kmsKeyId: KMS_KEY_ID, keyMinutes });
    return { pepper: storedPepper({ table, vault, clock, ids }, { mayMake }), env: { KMS_KEY_ID } };
  },
});

/**
 * Verifies API keys and cursors. Decrypts the pepper, which an operator's command or a sign-in creates. Needs the
 * table.
 */
export const keysPart: Part = pepperPart(["key_check"], false);

/** Stores sign-ins and sessions. Decrypts the pepper, or creates it if there is none. Needs the table. */
export const madeKeysPart: Part = pepperPart(["key_make"], true);
