import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { forwardToBus } from "../../core/operations/events/forward-to-bus.ts";
import type { Item } from "../../core/store/table.ts";
import { type ForwardDeps, forwardDeps } from "../bus-deps.ts";

/** The Lambda handler on the table's stream that puts new events and notices on the internal bus. */
export const handler = (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  forwardRecords(forwardDeps(), event);

/**
 * Puts the items in stream records on the bus. If the bus rejects some of them, the stream retries from the first
 * rejected record, so some items are sent twice. A record that can't be parsed is logged and dropped, because it would
 * otherwise block its shard for a day; its event can still be polled and is still delivered to webhooks.
 */
export async function forwardRecords(
  deps: ForwardDeps,
  event: Pick<DynamoDBStreamEvent, "Records">,
): Promise<DynamoDBBatchResponse> {
  const read = event.Records.flatMap((record) => {
    // Only inserts are forwarded. Events and notices are never modified, and even if they were, it wouldn't mean that
    // they happened again.
    if (record.eventName !== "INSERT") return [];
    const item = readRecord(deps, record);
    return item === null ? [] : [{ item, number: record.dynamodb?.SequenceNumber ?? "" }];
  });
  const items = read.map(({ item }) => item);
  const [first] = items.length > 0 ? await forwardToBus(deps, items) : [];
  const number = first === undefined ? undefined : read[first]?.number;
  return { batchItemFailures: number === undefined ? [] : [{ itemIdentifier: number }] };
}

/** @returns null if no item can be parsed from the record. */
function readRecord(deps: ForwardDeps, { dynamodb }: DynamoDBRecord): Item | null {
  try {
    return deps.itemOfImage(dynamodb?.NewImage ?? {});
  } catch (error) {
    const fields = { err: error, sequence_number: dynamodb?.SequenceNumber };
    deps.log.error(fields, "a record from the table's stream was unreadable and was not sent to the bus");
    return null;
  }
}
