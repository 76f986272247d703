import { createHash } from "node:crypto";
import { GetSecretValueCommand, type SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type { OriginSecret } from "../../../lib/domain-settings.ts";
import { type Check, type Finding, ok, problem } from "../check.ts";
import { isMissing } from "../explain-failure.ts";

/**
 * Checks that the front's secrets exist and match the hashes in the settings. If they don't, every request is refused.
 */
export const originSecretsCheck: Check = {
  name: "front",
  asksAws: true,
  notNeeded: ({ front }) => (front === null ? "None is set." : null),
  async look({ config: { stage, front }, aws }) {
    return secretsLookedAt(
      aws.front.secrets,
      front?.originSecrets ?? [],
      `npm run origin-secret -w lib -- --stage ${stage}`,
    );
  },
};

/** Checks the secret of each row. @param todo the command that creates a missing secret. */
export function secretsLookedAt(
  secrets: SecretsManagerClient,
  rows: readonly OriginSecret[],
  todo: string,
): Promise<Finding[]> {
  return Promise.all(
    rows.map(async ({ name, sha256 }) => {
      try {
        const { SecretString = "" } = await secrets.send(new GetSecretValueCommand({ SecretId: name }));
        const hash = createHash("sha256").update(SecretString).digest("hex");
        return hash === sha256
          ? ok(`The origin secret ${name} is the one that the API accepts.`)
          : problem(`The SHA-256 of the origin secret ${name} differs from lib/config.ts.`, todo);
      } catch (error) {
        if (isMissing(error)) return problem(`There is no origin secret ${name}.`, todo);
        throw error;
      }
    }),
  );
}
