import { AwsError } from "../service/aws-error.ts";
import { whole } from "../service/input.ts";
import type { Action, Json } from "../service/service.ts";
import { runBatch } from "./batch.ts";
import type { QueueEntry, Queues } from "./queues.ts";
import { receiptOf } from "./receipts.ts";

/** The ChangeMessageVisibility and ChangeMessageVisibilityBatch actions. */
export function changeVisibilityActions(queues: Queues): Record<string, Action> {
  const change = ({ queue, settings }: QueueEntry, input: Json): Json => {
    const bounds = { min: 0, max: 43_200, fallback: settings.visibilitySec, code: "InvalidParameterValue" };
    const visibilitySec = whole(input, "VisibilityTimeout", bounds);
    if (!queue.changeVisibility(receiptOf(queue, input), visibilitySec * 1_000)) {
      throw new AwsError("MessageNotInflight", "The message is not in flight: its visibility timeout has passed.", {
        queryCode: "AWS.SimpleQueueService.MessageNotInflight",
      });
    }
    return {};
  };
  return {
    ChangeMessageVisibility: (input) => change(queues.ofInput(input), input),
    ChangeMessageVisibilityBatch(input) {
      const entry = queues.ofInput(input);
      return runBatch(input, (one) => change(entry, one));
    },
  };
}
