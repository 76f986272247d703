import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { awsClient } from "../../core/aws/aws-client.ts";
import { DEAD_LETTERS } from "../../core/aws/dead-letters.ts";
import * as REQUEST_LIMITS from "../../core/aws/request-limits.ts";

/**
 * Creates a queue and its dead-letter queue. The attributes are set separately, because an existing queue may have
 * outdated ones.
 */
export async function createQueue(
  name: string,
  { visibilitySec, maxReceives, deadLetters = name }: QueueOf,
): Promise<{ url: string; arn: string }> {
  const client = awsClient(SQSClient, REQUEST_LIMITS.setup);
  const make = async (QueueName: string) => {
    const { QueueUrl } = await client.send(new CreateQueueCommand({ QueueName }));
    const about = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["QueueArn"] }));
    return { url: QueueUrl ?? "", arn: about.Attributes?.QueueArn ?? "" };
  };
  const [queue, deadLetterQueue] = await Promise.all([make(name), make(`${deadLetters}${DEAD_LETTERS}`)]);
  const redrive = { deadLetterTargetArn: deadLetterQueue.arn, maxReceiveCount: maxReceives };
  const Attributes = { VisibilityTimeout: String(visibilitySec), RedrivePolicy: JSON.stringify(redrive) };
  await client.send(new SetQueueAttributesCommand({ QueueUrl: queue.url, Attributes }));
  client.destroy();
  return queue;
}

interface QueueOf {
  visibilitySec: number;
  maxReceives: number;
  /** The name of a shared dead-letter queue. If omitted, the queue gets one of its own. */
  deadLetters?: string;
}
