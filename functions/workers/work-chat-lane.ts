import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { runLane } from "../../core/lanes/run-lane.ts";
import { parseWakeup } from "../../core/lanes/wakeup-body.ts";
import { chatWorker } from "../../core/operations/answers/work-chat-lane.ts";
import { parseLane } from "../../core/store/lane-names.ts";
import { type ChatLaneDeps, chatDeps, chatParts } from "../worker-deps.ts";

/** The parts that the worker uses. lib/wiring.ts grants the permissions for them. */
export const parts = chatParts;

/** The Lambda handler on the queue for chats. Each wake-up leads to one run of that chat's lane. */
export const handler = (event: SQSEvent): Promise<SQSBatchResponse> => workChatLane(chatDeps(), event);

/** Long enough for a 45 s call and the writes that follow it. The lease is renewed once. */
const LEASE_SEC = 60;
/**
 * How late in a run a new turn may still be started, so that the turn's call completes before the function times out.
 */
const RUN_SEC = 30;

/**
 * Runs the lanes listed in the wake-ups. A failed wake-up goes back to the queue, and the lane's lease expires in the
 * meantime. A body that doesn't identify a chat lane can never succeed, so it is logged and dropped.
 */
export async function workChatLane(deps: ChatLaneDeps, event: Pick<SQSEvent, "Records">): Promise<SQSBatchResponse> {
  const failures: SQSBatchResponse["batchItemFailures"] = [];
  for (const record of event.Records) {
    const lane = parseWakeup(record.body);
    const name = lane === null ? null : parseLane(lane);
    if (lane === null || name?.kind !== "chat") {
      deps.log.error({ queue_message_id: record.messageId }, "a wake-up that does not name a chat's lane was dropped");
      continue;
    }
    // The lane's name contains a person's phone number, so log only the instance.
    const about = { instance_id: name.instance_id };
    try {
      const outcome = await runLane(deps, lane, chatWorker(deps, lane), { leaseSec: LEASE_SEC, runSec: RUN_SEC });
      deps.log.info({ ...about, outcome }, "a chat's lane was checked");
    } catch (error) {
      deps.log.error({ ...about, err: error }, "a run of a chat's lane failed; its wake-up returns to the queue");
      failures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures: failures };
}
