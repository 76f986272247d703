import { kmsVault } from "../../core/aws/kms-vault.ts";
import { parseEnv, SecretsEnv } from "../../core/env.ts";
import type { Part } from "../own-deps.ts";

/**
 * Encrypts and decrypts accounts' secrets, AI keys, proxies, and the canary's key, to the extent that the function's
 * permissions allow. Needs the table.
 */
export const vaultPart: Part = {
  needs: ["account_secrets", "account_secrets_open", "agent_keys", "agent_keys_open", "proxy_urls", "canary"],
  build({ table, clock, log }) {
    const { KMS_KEY_ID, DATA_KEY_MINUTES: keyMinutes } = parseEnv(SecretsEnv, process.env);
    return { vault: kmsVault({ table, clock, log, kmsKeyId: KMS_KEY_ID, keyMinutes }), env: { KMS_KEY_ID } };
  },
};
