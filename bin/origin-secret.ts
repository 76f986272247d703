import { parseArgs } from "node:util";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { awsClient } from "../core/aws/aws-client.ts";
import * as REQUEST_LIMITS from "../core/aws/request-limits.ts";
import { systemClock } from "../functions/runtime.ts";
import { stageRow } from "../lib/config.ts";
import { FRONT_REGION } from "../lib/domain-settings.ts";
import { sentenceOf } from "./doctor/explain-failure.ts";
import { createOriginSecret } from "./front/create-origin-secret.ts";

/**
 * Creates a secret that lets functions recognize requests from their CloudFront distribution (the front's or, with
 * `--for panel`, the panel's): `npm run origin-secret -w lib -- --stage prod`. Prints the row for lib/config.ts, but
 * never the secret. On failure, prints one sentence to standard error and exits with code 1.
 */
try {
  const { values } = parseArgs({ options: { stage: { type: "string" }, for: { type: "string", default: "front" } } });
  if (values.stage === undefined) throw new Error("--stage is missing. Name the deployment, e.g. --stage prod.");
  const whose = values.for;
  if (whose !== "front" && whose !== "panel") throw new Error(`--for must be front or panel, not "${whose}".`);
  const { stage } = stageRow(values.stage);
  // CloudFormation reads a stack's secrets from the stack's own region.
  const client = awsClient(
    SecretsManagerClient,
    REQUEST_LIMITS.account,
    whose === "front" ? { region: FRONT_REGION } : {},
  );
  const { name, sha256 } = await createOriginSecret(client, { stage, whose }, systemClock.now());
  const list = whose === "front" ? "front.originSecrets" : "panelOriginSecrets";
  const region = await client.config.region();
  console.error(
    `Stored in Secrets Manager, ${region}. Add this row to ${list} of the stage "${stage}" (lib/config.ts):`,
  );
  console.log(`{ name: "${name}", sha256: "${sha256}" },`);
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}
