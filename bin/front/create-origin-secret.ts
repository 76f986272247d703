import { createHash, randomBytes } from "node:crypto";
import { CreateSecretCommand, type SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type { OriginSecret } from "../../lib/domain-settings.ts";

/**
 * Makes a random origin secret and keeps it in Secrets Manager, where CloudFormation reads it. Nobody sees it here.
 * @param secrets a client of the front's region. @param now becomes part of the name, to the second.
 * @returns the row of the stage's settings.
 */
export async function createOriginSecret(
  secrets: SecretsManagerClient,
  stage: string,
  now: Date,
): Promise<OriginSecret> {
  const name = `messaging-gateway-${stage}-origin-${now.toISOString().replace(/\D/g, "").slice(0, 14)}`;
  const secret = randomBytes(32).toString("hex");
  await secrets.send(
    new CreateSecretCommand({
      Name: name,
      Description: "By this CloudFront is known to the messaging gateway's API.",
      SecretString: secret,
      Tags: [
        { Key: "application", Value: "messaging-gateway" },
        { Key: "stage", Value: stage },
      ],
    }),
  );
  return { name, sha256: createHash("sha256").update(secret).digest("hex") };
}
