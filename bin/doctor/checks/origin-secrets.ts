import { createHash } from "node:crypto";
import { GetSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import { type Check, ok, problem } from "../check.ts";
import { isMissing } from "../explain-failure.ts";

/** Whether the front's secrets are there and have the hashes of the settings: else every request would be refused. */
export const originSecretsCheck: Check = {
  name: "front",
  asksAws: true,
  notNeeded: ({ front }) => (front === null ? "None is set." : null),
  async look({ config: { stage, front }, aws }) {
    if (front === null) return [];
    const todo = `npm run origin-secret -- --stage ${stage}`;
    return Promise.all(
      front.originSecrets.map(async ({ name, sha256 }) => {
        try {
          const { SecretString = "" } = await aws.front.secrets.send(new GetSecretValueCommand({ SecretId: name }));
          const hash = createHash("sha256").update(SecretString).digest("hex");
          return hash === sha256
            ? ok(`The origin secret ${name} is the one that the API takes.`)
            : problem(`The origin secret ${name} has another SHA-256 than lib/config.ts.`, todo);
        } catch (error) {
          if (isMissing(error)) return problem(`There is no origin secret ${name}.`, todo);
          throw error;
        }
      }),
    );
  },
};
