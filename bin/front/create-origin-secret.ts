import { createHash, randomBytes } from "node:crypto";
import { CreateSecretCommand, type SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type { OriginSecret } from "../../lib/domain-settings.ts";

/**
 * Creates a random origin secret and stores it in Secrets Manager, where CloudFormation reads it. The secret is never
 * displayed.
 * @param secrets a client for CloudFormation's region. @param now becomes part of the secret's name, to the second.
 * @returns the row to add to the stage's settings.
 */
export async function createOriginSecret(
  secrets: SecretsManagerClient,
  { stage, whose }: { stage: string; whose: "front" | "panel" },
  now: Date,
): Promise<OriginSecret> {
  const part = whose === "front" ? "origin" : "panel";
  const name = `messaging-gateway-${stage}-${part}-${now.toISOString().replace(/\D/g, "").slice(0, 14)}`;
  const secret = randomBytes(32).toString("hex");
  await secrets.send(
    new CreateSecretCommand({
      Name: name,
      Description: "CloudFront uses this secret to identify itself to the messaging gateway's functions.",
      SecretString: secret,
      Tags: [
        { Key: "application", Value: "messaging-gateway" },
        { Key: "stage", Value: stage },
      ],
    }),
  );
  return { name, sha256: createHash("sha256").update(secret).digest("hex") };
}
