import { execFile } from "node:child_process";
import { parseArgs, promisify } from "node:util";
import { stageConfig } from "../lib/config.ts";
import { ALL_CHECKS } from "./doctor/all-checks.ts";
import { doctorClients } from "./doctor/clients.ts";
import { readingPolicy } from "./doctor/policy.ts";
import { report } from "./doctor/report.ts";
import { runChecks } from "./doctor/run-checks.ts";

/**
 * Checks whether a stage can be deployed and is healthy: `npm run doctor -- --stage prod`. Changes nothing and prints
 * no secrets. Exit code 0: all is well; 1: something must be fixed; 2: not everything could be checked. With
 * `--policy`, only prints the IAM policy that this command and the diff gate need, without calling AWS.
 */
const runProgram = async (program: string, args: string[]) =>
  (await promisify(execFile)(program, args, { timeout: 60_000 })).stdout;

try {
  const { values } = parseArgs({ options: { stage: { type: "string" }, policy: { type: "boolean" } } });
  if (values.stage === undefined) throw new Error("--stage is missing. Name the deployment, e.g. --stage prod.");
  const config = stageConfig(values.stage);
  if (values.policy) {
    console.log(JSON.stringify(readingPolicy(config), null, 2));
  } else {
    const { text, exitCode } = report(await runChecks(ALL_CHECKS, { config, aws: doctorClients(), run: runProgram }));
    console.log(text);
    process.exitCode = exitCode;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
