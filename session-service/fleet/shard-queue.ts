import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";

/** The wake-ups of a shard: waits until some came and takes them off the queue. Empty when `signal` aborts. */
export type ReceiveWakeups = (shard: number, signal: AbortSignal) => Promise<string[]>;

const BATCH = 10;
const WAIT_SEC = 20;

/**
 * The shard queues on SQS. A message is deleted when it is taken, not when its work is done: the work is recorded in the
 * table, and the sweep sends another wake-up for it.
 */
export function sqsShardQueues(sqs: SQSClient, queueUrlPrefix: string): ReceiveWakeups {
  return async (shard, signal) => {
    const QueueUrl = `${queueUrlPrefix}${shard}`;
    const receive = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: BATCH, WaitTimeSeconds: WAIT_SEC });
    let messages: Message[];
    try {
      messages = (await sqs.send(receive, { abortSignal: signal })).Messages ?? [];
    } catch (error) {
      if (signal.aborted) return [];
      throw error;
    }
    if (messages.length > 0) {
      const Entries = messages.map((message, index) => ({ Id: String(index), ReceiptHandle: message.ReceiptHandle }));
      // Nobody waits for it: a message that is not deleted comes again and costs one look.
      void sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries })).catch(() => {});
    }
    return messages.map((message) => message.Body ?? "");
  };
}
