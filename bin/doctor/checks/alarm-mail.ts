import { type CloudFormationClient, DescribeStackResourcesCommand } from "@aws-sdk/client-cloudformation";
import { ListSubscriptionsByTopicCommand, type SNSClient } from "@aws-sdk/client-sns";
import { type Check, ok, problem } from "../check.ts";
import { isMissing } from "../explain-failure.ts";

/**
 * Checks that someone receives the alarms. An email address is subscribed only once its owner has confirmed the
 * subscription.
 */
export const alarmMailCheck: Check = {
  name: "alarm mail",
  asksAws: true,
  async look({ config: { stage }, aws }) {
    const topics = await topicsOf(aws.cloudformation, `messaging-gateway-${stage}-service`);
    if (topics === null) return ok("Nothing to check yet. The service stack creates the alarm topic.");
    const subscriptions = (await Promise.all(topics.map((topic) => subscriptionsOf(aws.sns, topic)))).flat();
    const waiting = subscriptions.filter(({ SubscriptionArn }) => SubscriptionArn === "PendingConfirmation");
    if (subscriptions.length === 0)
      return problem("No one receives the alarms.", "set alarmEmail in lib/config.ts and deploy");
    if (waiting.length > 0) {
      const who = waiting.map(({ Endpoint }) => Endpoint).join(", ");
      return problem(`Not confirmed yet: ${who}.`, "follow the link in the mail from AWS Notifications");
    }
    return ok(`${subscriptions.length} confirmed.`);
  },
};

async function topicsOf(cloudformation: CloudFormationClient, StackName: string): Promise<string[] | null> {
  try {
    const { StackResources = [] } = await cloudformation.send(new DescribeStackResourcesCommand({ StackName }));
    const topics = StackResources.filter(({ ResourceType }) => ResourceType === "AWS::SNS::Topic");
    return topics.flatMap(({ PhysicalResourceId }) => PhysicalResourceId ?? []);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function subscriptionsOf(sns: SNSClient, TopicArn: string) {
  return (await sns.send(new ListSubscriptionsByTopicCommand({ TopicArn }))).Subscriptions ?? [];
}
