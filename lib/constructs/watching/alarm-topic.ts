import { ArnFormat, Stack } from "aws-cdk-lib";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import { acknowledge } from "../acknowledge.ts";

/** A topic that the stage's alarms write to, from every stack, and that these addresses get as mail. */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, props: { stage: string; displayName: string; emails: readonly string[] }) {
    super(scope, id, { displayName: props.displayName, enforceSSL: true });
    for (const email of props.emails) this.addSubscription(new EmailSubscription(email));
    // Other stacks' alarms also write here, so the right is CloudWatch's, limited to this account's alarms.
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
