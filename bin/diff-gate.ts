import { join } from "node:path";
import { parseArgs } from "node:util";
import { deployedTemplate } from "./gate/deployed-template.ts";
import { judge } from "./gate/judge.ts";
import { dataStackOf, readDeployed, readFile, readSynthesis } from "./gate/read-templates.ts";

/**
 * Compares a stage's deployed state with its state after a deployment, and refuses a deployment that would lose data:
 * `npm run diff:gate -- --stage prod [--allow LogicalId] [--deployed folder] [--synthesised folder]`. Exit code 0: no
 * data would be lost; 1: data would be lost; 2: the states could not be compared, which also stops the deployment.
 */
const OPTIONS = {
  stage: { type: "string" },
  /** A folder of <stack>.json files to load instead of calling CloudFormation. */
  deployed: { type: "string" },
  synthesised: { type: "string", default: process.env.CDK_OUTDIR ?? "cdk.out" },
  allow: { type: "string", multiple: true },
} as const;

try {
  const { values } = parseArgs({ options: OPTIONS });
  const { stage, deployed } = values;
  if (!stage) throw new Error("--stage is missing. Example: npm run diff:gate -- --stage prod");
  const read = deployed === undefined ? deployedTemplate : (name: string) => readFile(join(deployed, `${name}.json`));
  const stacks = readSynthesis(values.synthesised, stage);
  const before = readDeployed(stacks, read);
  const after = Object.fromEntries(stacks.map(({ name, template }) => [name, template]));
  const { refused, allowed } = judge(before, after, dataStackOf(stage), values.allow ?? []);
  for (const sentence of allowed) console.log(`Explicitly allowed: ${sentence}`);
  for (const sentence of refused) console.error(`Refused: ${sentence}`);
  if (refused.length > 0) console.error("Nothing was deployed. To continue, see docs/deployment.md, Updating.");
  else
    console.log(
      Object.keys(before).length === 0 ? `The stage "${stage}" has not been deployed yet.` : "No data would be lost.",
    );
  process.exitCode = refused.length > 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
