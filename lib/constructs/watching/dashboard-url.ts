import { Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";

/**
 * Returns the name of the stage's dashboard. It includes the region of `scope`'s stack, because dashboard names are
 * unique within an account.
 */
export const dashboardName = (scope: Construct, stage: string) =>
  `messaging-gateway-${stage}-${Stack.of(scope).region}`;

/** Returns the URL of the stage's dashboard in the console. Only users with access to the account can open it. */
export function dashboardUrl(scope: Construct, stage: string): string {
  const { region } = Stack.of(scope);
  return `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#dashboards/dashboard/${dashboardName(scope, stage)}`;
}
