import { createHash } from "node:crypto";
import { join } from "node:path";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { FRONT_HEADERS } from "../../../core/contracts/front-headers.ts";
import { STREAM_PATH } from "../../../core/contracts/sockets.ts";
import { ENV } from "../../../core/env.ts";
import { keyIdOf } from "../../../local/aws/rights/callers.ts";
import { IDENTITY_NAME, PANEL_CLIENT } from "../../../local/identity/identity-names.ts";
import { triggered } from "../../../local/system/functions.ts";
import type { Gateway, Runtimes } from "../../../local/system/gateway.ts";
import type { AnyHandler } from "../../../local/system/import-function.ts";
import type { Deployment } from "../../../local/system/rights/deployment-of.ts";
import { SESSION_ROLE } from "../../../local/system/rights/roles-of.ts";
import { MARKS } from "../../../local/system/rights/template-values.ts";
import { type FunctionThread, functionThread } from "./function-thread.ts";

/** The secret that the front adds to requests. The functions receive its hash. */
const SECRET = "the front's secret in this test";

/** Stage settings that have smaller values on one machine. */
const SIZES = [ENV.shardCount, ENV.queueCount];

/**
 * Runs the gateway's code as it is deployed: each function's bundle runs under the function's own role, with only the
 * variables in its template. The session service runs the same way, from its own entry.
 * @param bundles the folder that contains a bundle for each function. `called` returns the names of the functions that
 * were called.
 */
export function deployedRuntimes(deployment: Deployment, bundles: string): Runtimes & { called(): string[] } {
  const threads = new Map<string, FunctionThread>();
  const threadOf = (gateway: Gateway, name: string): FunctionThread => {
    const made = threads.get(name) ?? functionThread(join(bundles, name, "index.mjs"), functionEnv(gateway, name));
    threads.set(name, made);
    return made;
  };
  const functionEnv = (gateway: Gateway, name: string) => ({
    ...variablesOf(deployment, name, gateway),
    ...machineEnv(gateway),
  });
  return {
    deployment,
    functions: (gateway) =>
      triggered(
        (name): AnyHandler =>
          (event) =>
            threadOf(gateway, name).call(throughFront(deployment, name, event)),
      ),
    sessionEnv: (gateway) => ({
      ...variablesOf(deployment, SESSION_ROLE, gateway),
      NODE_ENV: "production",
      PATH: process.env.PATH ?? "",
      TMPDIR: process.env.TMPDIR ?? "",
      TEST_RUN: process.env.TEST_RUN ?? "",
    }),
    called: () => [...threads.keys()].sort(),
    async stop() {
      await Promise.all([...threads.values()].map((thread) => thread.stop()));
    },
  };
}

/**
 * Settings that don't exist in the cloud: receivers and AI providers on this machine, a sign-in provider that isn't a
 * user pool, and mail that is written to a folder.
 */
const machineEnv = ({ aiProviders, identity, mailFolder }: Gateway) => ({
  ALLOW_PRIVATE_WEBHOOKS: "1",
  AI_PROVIDERS_URL: aiProviders.demo?.url ?? "",
  [ENV.identityIssuer]: identity?.issuer ?? "",
  [ENV.identityName]: IDENTITY_NAME,
  MAIL_FOLDER: mailFolder,
});

/**
 * Returns the template's variables with this gateway's URLs, plus what Lambda and ECS add: the region and credentials.
 */
function variablesOf({ environments }: Deployment, name: string, gateway: Gateway): Record<string, string> {
  const { aws, wiring, api, identity } = gateway;
  const { AWS_ENDPOINT_URL = "", AWS_REGION = "", AWS_ACCESS_KEY_ID = "", AWS_SECRET_ACCESS_KEY = "" } = aws.env;
  const marks: Record<string, string> = {
    [MARKS.aws]: AWS_ENDPOINT_URL,
    [MARKS.key]: wiring[ENV.kmsKeyId] ?? "",
    [MARKS.api]: api.url,
    [MARKS.stream]: `${api.url.replace(/^http/, "ws")}${STREAM_PATH}`,
    [MARKS.panel]: api.url,
    [MARKS.issuer]: identity?.issuer ?? "",
    [MARKS.client]: PANEL_CLIENT,
  };
  const here = ([variable, value]: [string, string]): [string, string] => {
    if (SIZES.includes(variable as (typeof SIZES)[number])) return [variable, wiring[variable] ?? ""];
    if (variable === ENV.originSecretHashes) return [variable, createHash("sha256").update(SECRET).digest("hex")];
    return [variable, Object.entries(marks).reduce((text, [mark, address]) => text.replaceAll(mark, address), value)];
  };
  const told = environments[name];
  if (!told) throw new Error(`No template says what ${name} is told.`);
  return {
    ...Object.fromEntries(Object.entries(told).map(here)),
    AWS_ENDPOINT_URL,
    AWS_REGION,
    AWS_ACCESS_KEY_ID: keyIdOf(AWS_ACCESS_KEY_ID, name),
    AWS_SECRET_ACCESS_KEY,
  };
}

/** Adds what CloudFront adds to a request, if the function refuses requests without the front's secret. */
function throughFront({ environments }: Deployment, name: string, event: unknown): unknown {
  if (environments[name]?.[ENV.frontRequired] !== "1") return event;
  const { headers, ...rest } = event as APIGatewayProxyEventV2; // a front is before HTTP alone
  return { ...rest, headers: { ...headers, [FRONT_HEADERS.secret]: SECRET } };
}
