import { CfnOutput, Stack, Token } from "aws-cdk-lib";
import { ManagedPolicy, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";
import type { InternalBus } from "./internal-bus.ts";
import type { Runtime } from "./runtime.ts";
import type { SecretsKey } from "./secrets-key.ts";
import type { SingleTable } from "./single-table.ts";

/** Properties of the policies. */
interface OperatorPolicyProps {
  namePrefix: string;
  table: SingleTable;
  secrets: SecretsKey;
  bus: InternalBus;
}

/** The data stack's export that contains the table's ARN. The policy statements refer to it. */
const TABLE_EXPORT = "ExportsOutputFnGetAttSingleTable46C85431Arn126045EF";

/** The suffix of every dead-letter queue's name. */
const DEAD_LETTERS = "-dead-letters";

/**
 * The permissions for the operator's commands, for roles that the operator's staff assume. One policy covers the
 * everyday commands and can't decrypt a number's keys, a webhook's secret or an AI key. Another covers the two restore
 * commands. Neither is attached to anyone; the operator decides who gets them.
 */
export class OperatorPolicy extends Construct {
  constructor(scope: Construct, id: string, { namePrefix, table, secrets, bus }: OperatorPolicyProps) {
    super(scope, id);
    const policy = new ManagedPolicy(this, "Policy", {
      description: "Permissions for npm run admin, except for the restore commands.",
    });
    const person = asRuntime(policy);
    table.grantUse(person);
    secrets.grantOperator(person);
    bus.grantPut(person);
    this.#grantDeadLetters(policy, namePrefix);
    new CfnOutput(Stack.of(this), "OperatorPolicyArn", {
      description: "Attach this policy to the role that people use to run npm run admin.",
      value: policy.managedPolicyArn,
    });
    this.#restorePolicy(table, secrets, namePrefix);
  }

  #restorePolicy(table: SingleTable, secrets: SecretsKey, namePrefix: string): void {
    const policy = new ManagedPolicy(this, "RestorePolicy", {
      description: "Permissions for the restore commands.",
    });
    const person = asRuntime(policy);
    table.grantRestore(person);
    secrets.grantForget(person);
    const own = Token.isUnresolved(table.tableArn) ? `${namePrefix}-data:${TABLE_EXPORT}` : table.tableArn;
    acknowledge(policy, {
      [`AwsSolutions-IAM5[Resource::${own}-*]`]: "A restored table has the name of this one with something behind it.",
    });
    new CfnOutput(Stack.of(this), "RestorePolicyArn", {
      description: "Attach this policy to a role for the duration of a restore: table prepare, secrets forget.",
      value: policy.managedPolicyArn,
    });
  }

  #grantDeadLetters(policy: ManagedPolicy, namePrefix: string): void {
    const named = (name: string) => Stack.of(this).formatArn({ service: "sqs", resource: `${namePrefix}-${name}` });
    policy.addStatements(
      new PolicyStatement({ actions: ["sqs:ListQueues"], resources: ["*"] }),
      new PolicyStatement({
        actions: ["sqs:GetQueueAttributes", "sqs:ReceiveMessage", "sqs:DeleteMessage"],
        resources: [named(`*${DEAD_LETTERS}`)],
      }),
      new PolicyStatement({ actions: ["sqs:GetQueueUrl", "sqs:SendMessage"], resources: [named("*")] }),
    );
    const start = "Resource::arn:<AWS::Partition>:sqs:<AWS::Region>:<AWS::AccountId>";
    const reason =
      "A message goes back to the queue it came from, which may be any of the stage's, or one that is gone.";
    acknowledge(policy, {
      "AwsSolutions-IAM5[Resource::*]": "AWS lets nobody list the queues of one stage alone.",
      [`AwsSolutions-IAM5[${start}:${namePrefix}-*]`]: reason,
      [`AwsSolutions-IAM5[${start}:${namePrefix}-*${DEAD_LETTERS}]`]: reason,
    });
  }
}

/**
 * Adapts a policy to a runtime's interface. A person's role has no environment variables to set; docs/deployment.md
 * lists the ones that the commands need.
 */
const asRuntime = (policy: ManagedPolicy): Runtime => ({
  grantPrincipal: policy.grantPrincipal,
  addEnvironment: () => undefined,
  attachPolicy: () => undefined,
});
