import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { runLane } from "../../core/lanes/run-lane.ts";
import { parseWakeup } from "../../core/lanes/wakeup-body.ts";
import { chatWorker } from "../../core/operations/answers/work-chat-lane.ts";
import { parseLane } from "../../core/store/lane-names.ts";
import { type ChatLaneDeps, chatDeps, chatParts } from "../worker-deps.ts";

/** Parts of the worker; lib/wiring.ts gives the rights. */
export const parts = chatParts;

/** The Lambda on the queue of chats: one wake-up, one run of that chat's lane. */
export const handler = (event: SQSEvent): Promise<SQSBatchResponse> => workChatLane(chatDeps(), event);

/** It covers a call of 45 s and the writes after it, renewed once. */
const LEASE_SEC = 60;
/** No turn is started later in a run, so that its call ends within the function's time. */
const RUN_SEC = 30;

/**
 * Works the lanes that the wake-ups name. A failed one goes back to the queue, and the lane's lease expires in the
 * meantime. A body that names no chat's lane can never succeed, so it is logged and dropped.
 */
export async function workChatLane(deps: ChatLaneDeps, event: Pick<SQSEvent, "Records">): Promise<SQSBatchResponse> {
  const failures: SQSBatchResponse["batchItemFailures"] = [];
  for (const record of event.Records) {
    const lane = parseWakeup(record.body);
    const name = lane === null ? null : parseLane(lane);
    if (lane === null || name?.kind !== "chat") {
      deps.log.error({ queue_message_id: record.messageId }, "a wake-up that names no chat's lane was dropped");
      continue;
    }
    // The lane's name holds a person's number.
    const about = { instance_id: name.instance_id };
    try {
      const outcome = await runLane(deps, lane, chatWorker(deps, lane), { leaseSec: LEASE_SEC, runSec: RUN_SEC });
      deps.log.info({ ...about, outcome }, "the lane of a chat was looked at");
    } catch (error) {
      deps.log.error({ ...about, err: error }, "a run of a chat's lane failed; its wake-up goes back to the queue");
      failures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures: failures };
}
