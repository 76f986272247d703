import { setTimeout as sleep } from "node:timers/promises";
import type { Context, DynamoDBBatchResponse } from "aws-lambda";
import type { StreamRecord, TableStream } from "../aws/dynamo/stream.ts";
import { lambdaContext } from "./api-server.ts";

export type StreamHandler = (event: { Records: StreamRecord[] }, context: Context) => Promise<DynamoDBBatchResponse>;

export interface StreamReader {
  /** @param patienceMs how long the batch in hand is waited for. */
  stop(patienceMs: number): Promise<void>;
  /** Whether anything is still to be handed over. */
  isBusy(): boolean;
}

/** Between tries of what failed; Lambda waits longer with each. */
const AGAIN_MS = 1_000;

/**
 * A stand-in for Lambda's event source on the table's stream on one machine: hands over records in order, one batch at
 * a time and without a window, and removes them afterwards; so what a killed process had in hand comes again. From the
 * first that the handler names as failed (ReportBatchItemFailures) they are repeated; a batch that throws is halved.
 * Unlike Lambda it never gives up.
 */
export function readStream(options: { stream: TableStream; batchSize: number; handler: StreamHandler }): StreamReader {
  const { stream } = options;
  const stopping = new AbortController();
  let size = options.batchSize;
  let batches = 0;
  let wake = () => {};
  stream.onRecords(() => wake());

  /** @returns how many of them are done. */
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

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (stream.waiting() === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      const records = await stream.next(size);
      const done = await hand(records);
      if (done > 0) await stream.remove(records.slice(0, done));
      if (done < records.length) await sleep(AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const ended = loop();
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
