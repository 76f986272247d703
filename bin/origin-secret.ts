import { parseArgs } from "node:util";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { awsClient } from "../core/aws/aws-client.ts";
import * as REQUEST_LIMITS from "../core/aws/request-limits.ts";
import { systemClock } from "../functions/runtime.ts";
import { stageConfig } from "../lib/config.ts";
import { FRONT_REGION } from "../lib/domain-settings.ts";
import { createOriginSecret } from "./front/create-origin-secret.ts";

/**
 * Makes a secret by which the API knows its front: `npm run origin-secret -- --stage prod`. Prints the row for
 * lib/config.ts and never the secret; what goes wrong is one sentence on standard error, and exit code 1.
 */
try {
  const { values } = parseArgs({ options: { stage: { type: "string" } } });
  if (values.stage === undefined) throw new Error("--stage is missing: which deployment, e.g. --stage prod?");
  const { stage } = stageConfig(values.stage);
  const { name, sha256 } = await createOriginSecret(
    awsClient(SecretsManagerClient, REQUEST_LIMITS.account, { region: FRONT_REGION }),
    stage,
    systemClock.now(),
  );
  console.error(
    `Kept in Secrets Manager, ${FRONT_REGION}. Write this row into front.originSecrets of the stage "${stage}" (lib/config.ts):`,
  );
  console.log(`{ name: "${name}", sha256: "${sha256}" },`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
