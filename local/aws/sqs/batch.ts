import { AwsError } from "../service/aws-error.ts";
import { objects } from "../service/input.ts";
import type { Json } from "../service/service.ts";

/**
 * Runs each entry of a batch separately. Errors are reported in `Failed` and don't affect other entries. The batch as a
 * whole has already been checked.
 */
export function runBatch(input: Json, run: (entry: Json) => Json): Json {
  const entries = objects(input, "Entries");
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
