import { ArnFormat, Stack } from "aws-cdk-lib";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import { acknowledge } from "../acknowledge.ts";

/** The topic for alarms from all the stage's stacks. It forwards them to the given addresses by email. */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, props: { stage: string; displayName: string; emails: readonly string[] }) {
    super(scope, id, { displayName: props.displayName, enforceSSL: true });
    for (const email of props.emails) this.addSubscription(new EmailSubscription(email));
    // Alarms in other stacks publish to this topic too, so grant the permission to CloudWatch, limited to this
    // account's alarms.
    const { account } = Stack.of(this);
    this.grantPublish(
      new ServicePrincipal("cloudwatch.amazonaws.com", {
        conditions: {
          StringEquals: { "aws:SourceAccount": account },
          ArnLike: {
            "aws:SourceArn": Stack.of(this).formatArn({
              service: "cloudwatch",
              resource: "alarm",
              resourceName: `messaging-gateway-${props.stage}-*`,
              arnFormat: ArnFormat.COLON_RESOURCE_NAME,
            }),
          },
        },
      }),
    );
    acknowledge(this, {
      "Serverless-SNSRedrivePolicy":
        "A mail that can't be delivered has nobody who would read its dead letter; the alarm itself stays visible.",
    });
  }
}
