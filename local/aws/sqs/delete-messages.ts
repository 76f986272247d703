import type { Action, Json } from "../service/service.ts";
import { runBatch } from "./batch.ts";
import type { QueueEntry, Queues } from "./queues.ts";
import { receiptOf } from "./receipts.ts";

/** The DeleteMessage and DeleteMessageBatch actions. */
export function deleteActions(queues: Queues): Record<string, Action> {
  const remove = ({ queue }: QueueEntry, input: Json): Json => {
    queue.remove(receiptOf(queue, input));
    return {};
  };
  return {
    DeleteMessage: (input) => remove(queues.ofInput(input), input),
    DeleteMessageBatch(input) {
      const entry = queues.ofInput(input);
      return runBatch(input, (one) => remove(entry, one));
    },
  };
}
