import { expect, onTestFinished, test, vi } from "vitest";
import { sqsWakeups } from "../../core/aws/wakeups.ts";
import { parseWakeup } from "../../core/lanes/wakeup-body.ts";
import { chatLane } from "../../core/store/lane-names.ts";
import { pollQueue } from "../../local/system/queue-poller.ts";
import { eventually } from "../support/eventually.ts";
import { createQueue, startAws } from "./support.ts";

const WORKERS_AT_ONCE = 10;

/** Wakes chats of several instances, and workers that hold each until its turn is let go. */
async function chats() {
  const { aws, sqs, clock } = await startAws();
  for (const [name, value] of Object.entries(aws.env)) vi.stubEnv(name, value);
  const { url, arn } = await createQueue(sqs, "chats", { VisibilityTimeout: "720" });
  const nowhere = { endpointQueueUrl: "", endpointQueueArn: "", shardQueueUrlPrefix: "", shardQueueArnPrefix: "" };
  const rest = { shardCount: 1, queueCount: 1, schedulerRoleArn: "", scheduleGroup: "" };
  const wakeups = sqsWakeups({ ...nowhere, ...rest, chatQueueUrl: url, chatQueueArn: arn }, clock);
  const worked: string[] = [];
  const turns: (() => void)[] = [];
  const poller = pollQueue({
    sqs,
    queueUrl: url,
    queueArn: arn,
    batchSize: 1,
    maxConcurrency: WORKERS_AT_ONCE,
    handler: async ({ Records }) => {
      worked.push(parseWakeup(Records[0]?.body ?? "") ?? "");
      await new Promise<void>((resolve) => turns.push(resolve));
      return { batchItemFailures: [] };
    },
  });
  onTestFinished(async () => {
    for (const turn of turns) turn();
    await poller.stop(1_000);
    wakeups.close();
    vi.unstubAllEnvs();
  });
  return { worked, turns, wake: (lane: string) => wakeups.wake(lane, clock.now()) };
}

test("the first chat of a number is worked next, however many chats of another number wait", async () => {
  const { worked, turns, wake } = await chats();
  await Promise.all(Array.from({ length: 200 }, (_, n) => wake(chatLane("inst_busy", String(n)))));
  await eventually("all workers to be busy", async () => worked.length === WORKERS_AT_ONCE);
  await wake(chatLane("inst_quiet", "1"));

  turns[0]?.(); // one run of the busy number ends

  await eventually("another chat to be worked", async () => worked.length > WORKERS_AT_ONCE);
  expect(worked[WORKERS_AT_ONCE]).toBe(chatLane("inst_quiet", "1"));
});
