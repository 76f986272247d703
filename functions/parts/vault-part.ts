import { kmsVault } from "../../core/aws/kms-vault.ts";
import { parseEnv, SecretsEnv } from "../../core/env.ts";
import type { Part } from "../own-deps.ts";

/**
 * Seals and opens accounts' secrets, AI keys and proxies, and the canary's, as far as the function's rights go. Needs
 * the table.
 */
export const vaultPart: Part = {
  needs: ["account_secrets", "account_secrets_open", "agent_keys", "agent_keys_open", "proxy_urls", "canary"],
  build({ table, clock, log }) {
    const { KMS_KEY_ID, DATA_KEY_MINUTES: keyMinutes } = parseEnv(SecretsEnv, process.env);
    return { vault: kmsVault({ table, clock, log, kmsKeyId: KMS_KEY_ID, keyMinutes }), env: { KMS_KEY_ID } };
  },
};
