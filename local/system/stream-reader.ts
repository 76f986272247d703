import { setTimeout as sleep } from "node:timers/promises";
import type { Context, DynamoDBBatchResponse } from "aws-lambda";
import type { StreamRecord, TableStream } from "../aws/dynamo/stream.ts";
import { keepOn } from "../machine/keep-on.ts";
import { lambdaContext } from "./lambda-context.ts";

/** The handler of a function that processes the table's stream. */
export type StreamHandler = (event: { Records: StreamRecord[] }, context: Context) => Promise<DynamoDBBatchResponse>;

/** A running reader. */
export interface StreamReader {
  /** Stops reading. @param patienceMs how long to wait for the current batch. */
  stop(patienceMs: number): Promise<void>;
  /** Whether records are waiting. */
  isBusy(): boolean;
}

/** The pause after a failure. Lambda would wait longer after each consecutive failure. */
const AGAIN_MS = 1_000;

/**
 * Reads the table's stream in place of Lambda's event source. Records are delivered in order, one batch at a time and
 * without a batching window. They are removed once they have been processed, so they are delivered again if the process
 * is killed. Delivery is repeated starting with the first record that the handler reports as failed
 * (ReportBatchItemFailures). If the handler throws, the batch is split in half. Unlike Lambda, the reader never gives
 * up.
 */
export function readStream(options: {
  stream: TableStream;
  batchSize: number;
  handler: StreamHandler;
  /** Called on each failure of the stream itself. Reading then continues. */
  warn: (message: string) => void;
}): StreamReader {
  const { stream } = options;
  const stopping = new AbortController();
  let size = options.batchSize;
  let batches = 0;
  let wake = () => {};
  stream.onRecords(() => wake());

  /** @returns the number of records processed. */
  async function hand(Records: StreamRecord[]): Promise<number> {
    try {
      const response = await options.handler({ Records }, lambdaContext(`stream-${++batches}`));
      const failed = new Set(response.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      const first = Records.findIndex(({ dynamodb }) => failed.has(dynamodb.SequenceNumber));
      size = options.batchSize;
      return first < 0 ? Records.length : first;
    } catch {
      size = Math.max(1, Math.floor(Records.length / 2)); // the handler has logged it
      return 0;
    }
  }

  async function readBatch(): Promise<void> {
    if (stream.waiting() === 0) {
      return new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    const records = await stream.next(size);
    const done = await hand(records);
    if (done > 0) await stream.remove(records.slice(0, done));
    if (done < records.length) await sleep(AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
  }

  const ended = keepOn(readBatch, stopping.signal, options.warn);
  return {
    isBusy: () => stream.waiting() > 0,
    async stop(patienceMs) {
      stopping.abort();
      wake();
      const patience = new AbortController();
      await Promise.race([ended, sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined)]);
      patience.abort();
    },
  };
}
