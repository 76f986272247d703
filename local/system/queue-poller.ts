import { setTimeout as sleep } from "node:timers/promises";
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { keepOn } from "../machine/keep-on.ts";
import { lambdaContext } from "./lambda-context.ts";

/** The handler of a function that processes a queue. */
export type SqsHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse | undefined>;

/** A running poller. */
export interface QueuePoller {
  /** Stops polling. @param patienceMs how long to wait for batches in progress. */
  stop(patienceMs: number): Promise<void>;
  /** Returns the number of batches in progress. */
  inFlight(): number;
}

/**
 * Polls a queue as Lambda's SQS event source does. Receives batches, calls the handler with real SQS events, and
 * deletes the messages that the handler didn't report as failed (ReportBatchItemFailures). If the handler throws, the
 * whole batch stays in the queue.
 */
export function pollQueue(options: {
  sqs: SQSClient;
  queueUrl: string;
  queueArn: string;
  batchSize: number;
  maxConcurrency: number;
  handler: SqsHandler;
  /** Sends requests to the queue as the function, the way Lambda does. If absent, they are sent as this process. */
  as?: <T>(run: () => T) => T;
  /** Called for each failed request to the queue. Polling continues. */
  warn: (message: string) => void;
}): QueuePoller {
  const as = options.as ?? ((run) => run());
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let batches = 0;

  async function receive(): Promise<Message[]> {
    try {
      const command = new ReceiveMessageCommand({
        QueueUrl: options.queueUrl,
        MaxNumberOfMessages: options.batchSize,
        WaitTimeSeconds: 20,
        MessageSystemAttributeNames: ["All"],
      });
      const answer = await as(() => options.sqs.send(command, { abortSignal: stopping.signal }));
      return answer.Messages ?? [];
    } catch (error) {
      if (stopping.signal.aborted) return [];
      throw error;
    }
  }

  async function work(messages: Message[]): Promise<void> {
    const failed = await outcome(messages);
    const done = messages.filter((message) => !failed.has(message.MessageId));
    if (done.length === 0) return;
    const command = new DeleteMessageBatchCommand({
      QueueUrl: options.queueUrl,
      Entries: done.map((message, index) => ({ Id: String(index), ReceiptHandle: message.ReceiptHandle })),
    });
    try {
      await as(() => options.sqs.send(command));
    } catch (error) {
      options.warn(`Processed messages could not be deleted and will be delivered again: ${String(error)}`);
    }
  }

  async function outcome(messages: Message[]): Promise<Set<string | undefined>> {
    try {
      const event = { Records: messages.map((message) => toRecord(message, options.queueArn)) };
      const response = await options.handler(event, lambdaContext(`batch-${++batches}`));
      return new Set(response?.batchItemFailures.map((failure) => failure.itemIdentifier));
    } catch {
      return new Set(messages.map((message) => message.MessageId)); // the handler has logged it; the queue retries
    }
  }

  async function takeBatch(): Promise<void> {
    if (running.size >= options.maxConcurrency) return Promise.race(running);
    const messages = await receive();
    if (messages.length === 0) return;
    const batch: Promise<void> = work(messages).finally(() => running.delete(batch));
    running.add(batch);
  }

  const ended = keepOn(takeBatch, stopping.signal, options.warn).then(() => Promise.allSettled(running));
  return {
    inFlight: () => running.size,
    stop: async (patienceMs) => {
      stopping.abort();
      const patience = new AbortController();
      await Promise.race([ended, sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined)]);
      patience.abort();
    },
  };
}

function toRecord(message: Message, queueArn: string): SQSEvent["Records"][number] {
  const attributes = message.Attributes ?? {};
  return {
    messageId: message.MessageId ?? "",
    receiptHandle: message.ReceiptHandle ?? "",
    body: message.Body ?? "",
    attributes: {
      ApproximateReceiveCount: attributes.ApproximateReceiveCount ?? "1",
      SentTimestamp: attributes.SentTimestamp ?? "0",
      SenderId: attributes.SenderId ?? "local",
      ApproximateFirstReceiveTimestamp: attributes.ApproximateFirstReceiveTimestamp ?? "0",
    },
    messageAttributes: {},
    md5OfBody: message.MD5OfBody ?? "",
    eventSource: "aws:sqs",
    eventSourceARN: queueArn,
    awsRegion: "local",
  };
}
