import { GetParameterCommand, type SSMClient } from "@aws-sdk/client-ssm";
import { FRONT_REGION } from "../../../lib/domain-settings.ts";
import { type Check, type Finding, ok, problem } from "../check.ts";
import { isMissing } from "../explain-failure.ts";

/** The oldest bootstrap version that still works with the cdk command. */
const OLDEST = 6;

/**
 * Checks that CDK's own bootstrap stack exists in the account, in the stage's region and, if the stage has a front, in
 * the front's region too.
 */
export const bootstrapCheck: Check = {
  name: "bootstrap",
  asksAws: true,
  async look({ config, aws, region }) {
    const own = await versionIn(aws.ssm, region);
    if (config.front === null || region === FRONT_REGION) return own;
    return [own, await versionIn(aws.front.ssm, FRONT_REGION)];
  },
};

async function versionIn(ssm: SSMClient, region: string): Promise<Finding> {
  const todo = `npx cdk bootstrap aws://<account>/${region}`;
  try {
    const { Parameter } = await ssm.send(new GetParameterCommand({ Name: "/cdk-bootstrap/hnb659fds/version" }));
    const version = Number(Parameter?.Value);
    return version >= OLDEST
      ? ok(`Version ${version} in ${region}.`)
      : problem(`Version ${Parameter?.Value} in ${region} is too old; it must be ${OLDEST} or later.`, todo);
  } catch (error) {
    if (isMissing(error)) return problem(`CDK is not set up in ${region}.`, todo);
    throw error;
  }
}
