import { Stack } from "aws-cdk-lib";
import type { IAlarm } from "aws-cdk-lib/aws-cloudwatch";
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from "aws-cdk-lib/aws-codedeploy";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";
import { type GatewayFunction, LIVE } from "./gateway-function.ts";

/**
 * Shifts another tenth of the calls to a function's new version each minute. If an alarm goes off in the meantime, all
 * calls return to the previous version, and the stack update fails and is rolled back.
 */
export class GradualReleases extends Construct {
  readonly #application: LambdaApplication;
  readonly #role: Role;

  constructor(scope: Construct, id: string, props: { namePrefix: string }) {
    super(scope, id);
    this.#application = new LambdaApplication(this, "Application", {
      applicationName: `${props.namePrefix}-functions`,
    });
    this.#role = new Role(this, "Role", {
      description: "What the shift from a function's version to the next may do.",
      assumedBy: new ServicePrincipal("codedeploy.amazonaws.com", {
        conditions: { StringEquals: { "aws:SourceAccount": Stack.of(this).account } },
      }),
    });
    this.#role.addToPolicy(new PolicyStatement({ actions: ["cloudwatch:DescribeAlarms"], resources: ["*"] }));
    acknowledge(this.#role, {
      "AwsSolutions-IAM5[Resource::*]":
        "Reads how alarms stand; AWS's own policy for this service asks for all of them, too.",
    });
  }

  /** Makes all future releases of `fn` gradual, monitored by the given alarm. */
  shift(fn: GatewayFunction, alarm: IAlarm): void {
    this.#role.addToPolicy(
      new PolicyStatement({
        actions: ["lambda:GetAlias", "lambda:UpdateAlias", "lambda:GetProvisionedConcurrencyConfig"],
        resources: [fn.lambda.functionArn, `${fn.lambda.functionArn}:${LIVE}`],
      }),
    );
    // The dependency also matters in the deployment that introduces gradual releases, because the role needs the
    // permission before the first shift.
    fn.live.node.addDependency(this.#role);
    new LambdaDeploymentGroup(fn, "Release", {
      application: this.#application,
      alias: fn.live,
      // Uses a role that the construct can't modify. Otherwise it would add AWS's managed policy, which allows changing
      // every function in the account.
      role: this.#role.withoutPolicyUpdates(),
      deploymentConfig: LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_1MINUTE,
      alarms: [alarm],
    });
  }
}
