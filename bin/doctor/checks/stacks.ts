import { type CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { type Check, type Finding, ok, problem } from "../check.ts";
import { isMissing } from "../explain-failure.ts";

/** The parts of every stage. */
const PARTS = ["data", "queues", "service", "session"];

/** A stack whose first deployment failed can only be deleted. */
const STILLBORN = /^(ROLLBACK_COMPLETE|ROLLBACK_FAILED|CREATE_FAILED)$/;

/** How the stage's stacks stand: not there yet, well, or stuck. */
export const stacksCheck: Check = {
  name: "stacks",
  asksAws: true,
  async look({ config: { stage, hasPanel }, aws }) {
    const names = [...PARTS, ...(hasPanel ? ["panel"] : [])].map((part) => `messaging-gateway-${stage}-${part}`);
    const found = await Promise.all(names.map((name) => statusOf(aws.cloudformation, name)));
    if (found.every((status) => status === null)) return ok("None is there yet: the first deployment makes them.");
    return names.map((name, at) => judge(name, found[at] ?? null));
  },
};

function judge(name: string, status: string | null): Finding {
  if (status === null) return problem(`${name} is not there, and others of the stage are.`, "npx cdk deploy --all");
  if (STILLBORN.test(status))
    return problem(`${name} is ${status}.`, `aws cloudformation delete-stack --stack-name ${name}`);
  if (status.endsWith("_FAILED")) {
    return problem(`${name} is ${status}.`, `aws cloudformation continue-update-rollback --stack-name ${name}`);
  }
  return ok(`${name} is ${status}.`);
}

async function statusOf(cloudformation: CloudFormationClient, StackName: string): Promise<string | null> {
  try {
    const { Stacks } = await cloudformation.send(new DescribeStacksCommand({ StackName }));
    return Stacks?.[0]?.StackStatus ?? null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
