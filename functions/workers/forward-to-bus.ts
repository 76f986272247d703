import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { forwardToBus } from "../../core/operations/events/forward-to-bus.ts";
import type { Item } from "../../core/store/table.ts";
import { type ForwardDeps, forwardDeps } from "../bus-deps.ts";

/** The Lambda on the table's stream: it is called for new events and notices, and puts them on the internal bus. */
export const handler = (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  forwardRecords(forwardDeps(), event);

/**
 * Puts the records' items on the bus. If the bus did not accept all of them, the stream repeats from the first it did
 * not accept, so some are put twice. A record that can't be read is logged and dropped, because it would hold up its
 * shard for a day; polls and webhooks have the event all the same.
 */
export async function forwardRecords(
  deps: ForwardDeps,
  event: Pick<DynamoDBStreamEvent, "Records">,
): Promise<DynamoDBBatchResponse> {
  const read = event.Records.flatMap((record) => {
    // Nobody changes an event or a notice; if somebody did, it would still not have happened again.
    if (record.eventName !== "INSERT") return [];
    const item = readRecord(deps, record);
    return item === null ? [] : [{ item, number: record.dynamodb?.SequenceNumber ?? "" }];
  });
  const items = read.map(({ item }) => item);
  const [first] = items.length > 0 ? await forwardToBus(deps, items) : [];
  const number = first === undefined ? undefined : read[first]?.number;
  return { batchItemFailures: number === undefined ? [] : [{ itemIdentifier: number }] };
}

/** @returns null for a record that holds no item that could be read. */
function readRecord(deps: ForwardDeps, { dynamodb }: DynamoDBRecord): Item | null {
  try {
    return deps.itemOfImage(dynamodb?.NewImage ?? {});
  } catch (error) {
    const fields = { err: error, sequence_number: dynamodb?.SequenceNumber };
    deps.log.error(fields, "a record of the table's stream could not be read; it is not on the bus");
    return null;
  }
}
