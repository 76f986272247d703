import { GetCallerIdentityCommand } from "@aws-sdk/client-sts";
import type { StageConfig } from "../../lib/config.ts";
import { type Check, type DoctorContext, type Finding, ok } from "./check.ts";
import type { DoctorClients } from "./clients.ts";
import { explainFailure } from "./explain-failure.ts";

/** A line of the report, with the name of the check. */
export type Line = Finding & { name: string };

/** Input for running the checks. */
export interface RunInput {
  config: StageConfig;
  aws: DoctorClients;
  run: DoctorContext["run"];
}

/**
 * Runs all checks. If AWS can't be reached at all, the checks that need AWS are skipped rather than attempted one by
 * one.
 * @returns one or more lines for each check, in the order of the checks.
 */
export async function runChecks(checks: readonly Check[], input: RunInput): Promise<Line[]> {
  const account = await accountOf(input.aws);
  const context = { ...input, region: account.region };
  const lines = await Promise.all(
    checks.map(async (check): Promise<Line[]> => {
      const notNeeded = check.notNeeded?.(input.config);
      if (notNeeded) return [{ name: check.name, ...ok(notNeeded) }];
      if (check.asksAws && account.finding.state !== "ok") {
        return [{ name: check.name, state: "unknown", text: account.finding.text }];
      }
      return (await findingsOf(check, context)).map((finding) => ({ name: check.name, ...finding }));
    }),
  );
  return [{ name: "credentials", ...account.finding }, ...lines.flat()];
}

async function findingsOf(check: Check, context: DoctorContext): Promise<Finding[]> {
  try {
    return [await check.look(context)].flat();
  } catch (error) {
    return [{ state: "unknown", text: explainFailure(error) }];
  }
}

async function accountOf({ sts }: DoctorClients): Promise<{ region: string; finding: Finding }> {
  try {
    const region = await sts.config.region();
    const { Account, Arn } = await sts.send(new GetCallerIdentityCommand({}));
    return { region, finding: ok(`Account ${Account}, region ${region}, as ${Arn}.`) };
  } catch (error) {
    return { region: "", finding: { state: "unknown", text: explainFailure(error) } };
  }
}
