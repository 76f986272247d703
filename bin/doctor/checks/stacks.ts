import { type CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import type { StageConfig } from "../../../lib/config.ts";
import { FRONT_REGION } from "../../../lib/domain-settings.ts";
import { type Check, type Finding, ok, problem } from "../check.ts";
import type { DoctorClients } from "../clients.ts";
import { isMissing } from "../explain-failure.ts";

/** The stacks that every stage has, in deployment order. */
const PARTS = ["data", "queues", "service", "session"];

/** A stack, its region, and the context that a command needs to find the stack in that region. */
interface Place {
  name: string;
  asks: CloudFormationClient;
  where: string;
}

/** Returns the stacks that a stage should have. */
function placesOf({ stage, hasPanel, front }: StageConfig, aws: DoctorClients): Place[] {
  const name = (part: string) => `messaging-gateway-${stage}-${part}`;
  const own = [...PARTS, ...(hasPanel ? ["panel"] : [])];
  const places = own.map((part) => ({ name: name(part), asks: aws.cloudformation, where: "" }));
  const fronts = { name: name("front"), asks: aws.front.cloudformation, where: ` --region ${FRONT_REGION}` };
  return front === null ? places : [...places, fronts];
}

/** Matches the status of a stack whose first deployment failed. Such a stack can only be deleted. */
const STILLBORN = /^(ROLLBACK_COMPLETE|ROLLBACK_FAILED|CREATE_FAILED)$/;

/** Checks whether each of the stage's stacks is not yet deployed, healthy or stuck. */
export const stacksCheck: Check = {
  name: "stacks",
  asksAws: true,
  async look({ config, aws }) {
    const places = placesOf(config, aws);
    const found = await Promise.all(places.map(({ asks, name }) => statusOf(asks, name)));
    if (found.every((status) => status === null))
      return ok("There are no stacks yet. The first deployment creates them.");
    return places.map((place, at) => judge(place, found[at] ?? null));
  },
};

function judge({ name, where }: Place, status: string | null): Finding {
  if (status === null)
    return problem(`${name} does not exist, although other stacks of the stage do.`, "npx cdk deploy --all");
  if (STILLBORN.test(status))
    return problem(`${name} is ${status}.`, `aws cloudformation delete-stack${where} --stack-name ${name}`);
  if (status.endsWith("_FAILED")) {
    return problem(`${name} is ${status}.`, `aws cloudformation continue-update-rollback${where} --stack-name ${name}`);
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
