import { AwsError } from "../service/aws-error.ts";
import { objects, text } from "../service/input.ts";
import type { Json } from "../service/service.ts";

const MAX_ENTRIES = 10;

/** Runs each entry of a batch by itself: an error is told in `Failed` and does not touch the other entries. */
export function runBatch(input: Json, run: (entry: Json) => Json): Json {
  const entries = objects(input, "Entries");
  if (entries.length === 0) {
    throw new AwsError("EmptyBatchRequest", "There should be at least one entry in the request.", {
      queryCode: "AWS.SimpleQueueService.EmptyBatchRequest",
    });
  }
  if (entries.length > MAX_ENTRIES) {
    throw new AwsError("TooManyEntriesInBatchRequest", `Maximum number of entries per request are ${MAX_ENTRIES}.`, {
      queryCode: "AWS.SimpleQueueService.TooManyEntriesInBatchRequest",
    });
  }
  const ids = entries.map((entry) => text(entry, "Id"));
  if (new Set(ids).size < ids.length) {
    throw new AwsError("BatchEntryIdsNotDistinct", "Two or more batch entries have the same Id.", {
      queryCode: "AWS.SimpleQueueService.BatchEntryIdsNotDistinct",
    });
  }
  const Successful: Json[] = [];
  const Failed: Json[] = [];
  for (const entry of entries) {
    try {
      Successful.push({ Id: entry.Id, ...run(entry) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      Failed.push({ Id: entry.Id, Code: error.code, Message: error.message, SenderFault: true });
    }
  }
  return { Successful, Failed };
}
