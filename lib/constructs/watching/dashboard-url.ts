import { Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";

/** The name of the stage's dashboard in the region of `scope`'s stack, because dashboards are account-wide. */
export const dashboardName = (scope: Construct, stage: string) =>
  `messaging-gateway-${stage}-${Stack.of(scope).region}`;

/** The URL of the stage's dashboard in the console, for people who may see it. */
export function dashboardUrl(scope: Construct, stage: string): string {
  const { region } = Stack.of(scope);
  return `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#dashboards/dashboard/${dashboardName(scope, stage)}`;
}
