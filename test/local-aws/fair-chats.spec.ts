import { expect, onTestFinished, test, vi } from "vitest";
import { sqsWakeups } from "../../core/aws/wakeups.ts";
import { parseWakeup } from "../../core/lanes/wakeup-body.ts";
import { chatLane, endpointLane } from "../../core/store/lane-names.ts";
import { pollQueue } from "../../local/system/queue-poller.ts";
import { eventually } from "../support/eventually.ts";
import { createQueue, startAws } from "./support.ts";

const WORKERS_AT_ONCE = 10;

/** Wakes chats of several instances. A worker stays with each chat until the test releases its turn. */
async function chats() {
  const { aws, sqs, clock } = await startAws();
  for (const [name, value] of Object.entries(aws.env)) vi.stubEnv(name, value);
  const { url, arn } = await createQueue(sqs, "chats", { VisibilityTimeout: "720" });
  const nowhere = { shardQueueUrlPrefix: "", shardQueueArnPrefix: "" };
  const endpoints = { endpointQueueUrl: url, endpointQueueArn: arn };
  const rest = { shardCount: 1, queueCount: 1, schedulerRoleArn: "", scheduleGroup: "" };
  const wakeups = sqsWakeups({ ...nowhere, ...endpoints, ...rest, chatQueueUrl: url, chatQueueArn: arn }, clock);
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
    warn: () => {},
  });
  onTestFinished(async () => {
    for (const turn of turns) turn();
    await poller.stop(1_000);
    wakeups.close();
    vi.unstubAllEnvs();
  });
  return { worked, turns, wake: (lane: string) => wakeups.wake(lane, clock.now()) };
}

test.each([
  [
    "chat of a number",
    "chats of another number",
    (n: number) => chatLane("inst_busy", String(n)),
    chatLane("inst_quiet", "1"),
  ],
  [
    "webhook of an account",
    "webhooks of another account",
    (n: number) => endpointLane("acc_busy", `inst_${n}`),
    endpointLane("acc_quiet", "account"),
  ],
])("the first %s is worked next, however many %s wait", async (_one, _others, busy, quiet) => {
  const { worked, turns, wake } = await chats();
  // Don't send all 200 wake-ups at the same time: on a busy machine, some of them would not get a connection in time
  // and would be dropped.
  const waiting = Array.from({ length: 200 }, (_, n) => n).values();
  await Promise.all(
    Array.from({ length: WORKERS_AT_ONCE }, async () => {
      for (const n of waiting) await wake(busy(n));
    }),
  );
  await eventually("all workers to be busy", async () => worked.length === WORKERS_AT_ONCE);
  await wake(quiet);

  turns[0]?.(); // one run of the busy one ends

  await eventually("another lane to be worked", async () => worked.length > WORKERS_AT_ONCE);
  expect(worked[WORKERS_AT_ONCE]).toBe(quiet);
});
