import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";

/** A wake-up taken from a queue. It is delivered again unless it is removed. */
export interface TakenWakeup {
  body: string;
  receipt: string;
}

/** The queues for the shards' wake-ups, by queue number. */
export interface WakeupSource {
  /** Waits until wake-ups arrive. Returns an empty list if `signal` aborts. */
  receive(queue: number, signal: AbortSignal): Promise<TakenWakeup[]>;
  /**
   * Deletes wake-ups from the queue. Never rejects. A wake-up that stays in the queue is delivered again, which costs
   * one extra check.
   */
  remove(queue: number, taken: TakenWakeup[]): Promise<void>;
}

const BATCH = 10;
const WAIT_SEC = 20;

/** Creates the queues on SQS. They are polled continuously. */
export function sqsShardQueues(sqs: SQSClient, queueUrlPrefix: string): WakeupSource {
  return {
    async receive(queue, signal) {
      const QueueUrl = `${queueUrlPrefix}${queue}`;
      const receive = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: BATCH, WaitTimeSeconds: WAIT_SEC });
      let messages: Message[];
      try {
        messages = (await sqs.send(receive, { abortSignal: signal })).Messages ?? [];
      } catch (error) {
        if (signal.aborted) return [];
        throw error;
      }
      return messages.map(({ Body, ReceiptHandle }) => ({ body: Body ?? "", receipt: ReceiptHandle ?? "" }));
    },
    async remove(queue, taken) {
      if (taken.length === 0) return;
      const QueueUrl = `${queueUrlPrefix}${queue}`;
      const Entries = taken.map(({ receipt }, index) => ({ Id: String(index), ReceiptHandle: receipt }));
      await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries })).catch(() => {});
    },
  };
}
