import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  type Message,
  QueueDoesNotExist,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { awsClient } from "./aws-client.ts";
import * as REQUEST_LIMITS from "./request-limits.ts";

/**
 * The suffix appended to a queue's name to form the name of its dead-letter queue. All shards share one dead-letter
 * queue.
 */
export const DEAD_LETTERS = "-dead-letters";

const BATCH = 10;
/** If a received message can't be moved, it becomes visible again after this many seconds. */
const TAKEN_SEC = 60;

/** A dead-letter queue and SQS's estimate of how many messages it contains. */
export interface DeadLetterCount {
  queue: string;
  messages: number;
}

/**
 * How many messages were moved back to their queues. `left` counts the messages that were neither moved nor deleted,
 * because their original queue no longer exists.
 */
export interface Redriven {
  queue: string;
  moved: number;
  left: number;
}

/**
 * Lists the dead-letter queues whose names start with a prefix, and moves their messages back to the original queues.
 */
export function deadLetters(prefix: string) {
  const sqs = awsClient(SQSClient, REQUEST_LIMITS.queue);
  return {
    /** Lists every dead-letter queue, including empty ones. */
    async list(): Promise<DeadLetterCount[]> {
      const about = async (url: string) => {
        const wanted = { QueueUrl: url, AttributeNames: ["ApproximateNumberOfMessages" as const] };
        const { Attributes } = await sqs.send(new GetQueueAttributesCommand(wanted));
        return { queue: nameOf(url), messages: Number(Attributes?.ApproximateNumberOfMessages ?? 0) };
      };
      return Promise.all((await queueUrls(sqs, prefix)).sort().map(about));
    },

    /**
     * Moves messages back to their original queues.
     * @param queue the name of a dead-letter queue. Null means all of them.
     * @param max the maximum number of messages per queue.
     * @returns null if there is no such queue.
     */
    async redrive(queue: string | null, max: number): Promise<Redriven[] | null> {
      const all = await queueUrls(sqs, prefix);
      const urls = all.sort().filter((url) => queue === null || nameOf(url) === queue);
      if (queue !== null && urls.length === 0) return null;
      const moved: Redriven[] = [];
      for (const url of urls) moved.push(await redriveQueue(sqs, url, max));
      return moved;
    },

    close: () => sqs.destroy(),
  };
}

export type DeadLetters = ReturnType<typeof deadLetters>;

async function queueUrls(sqs: SQSClient, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for (let token: string | undefined; ; ) {
    const page = await sqs.send(new ListQueuesCommand({ QueueNamePrefix: prefix, MaxResults: 1000, NextToken: token }));
    found.push(...(page.QueueUrls ?? []).filter((url) => url.endsWith(DEAD_LETTERS)));
    token = page.NextToken;
    if (token === undefined) return found;
  }
}

/**
 * Sends each message to the queue it came from before deleting it, so an interruption can duplicate a message but never
 * lose it.
 */
async function redriveQueue(sqs: SQSClient, url: string, max: number): Promise<Redriven> {
  const name = nameOf(url);
  let moved = 0;
  let left = 0;
  while (moved + left < max) {
    const taken = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: Math.min(BATCH, max - moved - left),
        VisibilityTimeout: TAKEN_SEC,
        WaitTimeSeconds: 1,
        MessageSystemAttributeNames: ["DeadLetterQueueSourceArn", "MessageGroupId"],
      }),
    );
    const messages = taken.Messages ?? [];
    if (messages.length === 0) return { queue: name, moved, left };
    for (const message of messages) {
      if (await moveBack(sqs, url, message)) moved++;
      else left++;
    }
  }
  return { queue: name, moved, left };
}

/** @returns false if the message's original queue no longer exists. */
async function moveBack(sqs: SQSClient, url: string, message: Message): Promise<boolean> {
  // A message that a bus rule could not deliver has no source queue, so it is sent to the queue that the rule targets.
  const source = message.Attributes?.DeadLetterQueueSourceArn?.split(":").at(-1);
  const target = await urlOf(sqs, source ?? nameOf(url).slice(0, -DEAD_LETTERS.length));
  if (target === null) return false;
  const group = message.Attributes?.MessageGroupId;
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: target,
      MessageBody: message.Body ?? "",
      ...(group !== undefined && { MessageGroupId: group }),
    }),
  );
  await sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: message.ReceiptHandle }));
  return true;
}

async function urlOf(sqs: SQSClient, name: string): Promise<string | null> {
  try {
    return (await sqs.send(new GetQueueUrlCommand({ QueueName: name }))).QueueUrl ?? null;
  } catch (error) {
    if (error instanceof QueueDoesNotExist) return null;
    throw error;
  }
}

const nameOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);
