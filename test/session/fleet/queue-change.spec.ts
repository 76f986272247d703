import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from "vitest";
import { sqsWakeups } from "../../../core/aws/wakeups.ts";
import { createInstance } from "../../../core/operations/instances/create-instance.ts";
import { keys } from "../../../core/store/keys.ts";
import { instanceLane } from "../../../core/store/lane-names.ts";
import { type Emulators, startEmulators } from "../../../local/aws/emulators.ts";
import { createQueue } from "../../../local/system/create-queue.ts";
import { sqsShardQueues } from "../../../session-service/fleet/shard-queues.ts";
import { Supervisor } from "../../../session-service/fleet/supervisor.ts";
import type { QueueCounts } from "../../../session-service/fleet/task-wakeups.ts";
import { eventually } from "../../support/eventually.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { runningClock } from "../../support/test-clock.ts";
import { fleetDeps } from "../support/fleet-deps.ts";

const SHARDS = 16;
const INSTANCES = 24;
const MOST_QUEUES = 4;

/** Functions and tasks of several versions, on the embedded queues and an in-memory table. There is no sweep. */
class Deployment {
  readonly clock = runningClock();
  readonly table = new MemoryTable();
  readonly ids: string[] = [];
  readonly #prefix: { url: string; arn: string };
  readonly #looks = new Map<string, number>();
  readonly #running = new Set<Supervisor>();
  readonly #closing: { close(): void }[] = [];
  #tasks = 0;

  constructor(prefix: { url: string; arn: string }) {
    this.#prefix = prefix;
  }

  async addInstances(): Promise<void> {
    const deps = { ...fleetDeps({ table: this.table }), shardCount: SHARDS };
    for (let n = 0; n < INSTANCES; n++) {
      const { id } = await createInstance(deps, { account_id: "acc_1", name: "Shop", external_ref: null }, new Date(0));
      // Switch the instance off, so that nothing but checks happens in its lane.
      await this.table.write({ update: keys.instance(id), set: { wanted: "off", status: "stopped" } });
      this.ids.push(id);
    }
  }

  /** Returns the sender that this version's functions use to send wake-ups. */
  functions(queueCount: number) {
    const wakeups = sqsWakeups(
      {
        endpointQueueUrl: "",
        endpointQueueArn: "",
        chatQueueUrl: "",
        chatQueueArn: "",
        shardQueueUrlPrefix: this.#prefix.url,
        shardQueueArnPrefix: this.#prefix.arn,
        shardCount: SHARDS,
        queueCount,
        schedulerRoleArn: "arn:aws:iam::000000000000:role/any",
        scheduleGroup: "any",
      },
      this.clock,
    );
    this.#closing.push(wakeups);
    return wakeups;
  }

  async startTask(counts: QueueCounts): Promise<Supervisor> {
    const table = this.table.withHook((operation, phase) => {
      const pk = operation.kind === "query" && phase === "before" ? operation.range.pk : "";
      this.#looks.set(pk, (this.#looks.get(pk) ?? 0) + 1);
    });
    const sqs = new SQSClient({});
    const wakeups = this.functions(counts.queueCount);
    const task = new Supervisor(fleetDeps({ table, wakeups, clock: this.clock }), {
      identity: { task_id: `task-${this.#tasks++}`, run: "only" },
      shardCount: SHARDS,
      ...counts,
      queues: sqsShardQueues(sqs, this.#prefix.url),
      everyMs: 100,
    });
    await task.start();
    this.#running.add(task);
    return task;
  }

  async stopTask(task: Supervisor): Promise<void> {
    await task.stop();
    this.#running.delete(task);
  }

  /**
   * Wakes every instance through each of the senders, one sender after another, and waits each time until all lanes
   * have been checked.
   */
  async wakeAll(...senders: { wake(lane: string, at: Date): Promise<void> }[]): Promise<void> {
    for (const sender of senders) {
      const before = new Map(this.#looks);
      await Promise.all(this.ids.map((id) => sender.wake(instanceLane(id), this.clock.now())));
      const forgotten = () =>
        this.ids.filter((id) => (this.#looks.get(instanceLane(id)) ?? 0) <= (before.get(instanceLane(id)) ?? 0));
      await eventually("each lane to be looked at", () => forgotten().length === 0).catch((error: Error) => {
        throw new Error(`${error.message}: ${forgotten().join(", ")}`);
      });
    }
  }

  async everyShardIsOwned(): Promise<void> {
    await eventually("an owner of each shard", () => {
      const owned = [...this.#running].flatMap(({ shards }) => shards);
      return owned.length === SHARDS && new Set(owned).size === SHARDS;
    });
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running].map((task) => task.stop()));
    for (const one of this.#closing) one.close();
  }
}

describe("another number of queues, in three deployments", () => {
  let emulators: Emulators;
  let sqs: SQSClient;
  const urls: string[] = [];
  let prefix: { url: string; arn: string };
  let stage: Deployment;
  beforeAll(async () => {
    emulators = await startEmulators({ clock: runningClock(), dataDir: null });
    Object.assign(process.env, emulators.env);
    sqs = new SQSClient({});
    // The visibility timeout is short, so that the test doesn't wait long for messages received by an aborted poll.
    const queue = { visibilitySec: 1, maxReceives: 100, deadLetters: "shard" };
    const queues = await Promise.all(Array.from({ length: MOST_QUEUES }, (_, n) => createQueue(`shards-${n}`, queue)));
    urls.push(...queues.map(({ url }) => url));
    const [first = { url: "", arn: "" }] = queues;
    prefix = { url: first.url.slice(0, -1), arn: first.arn.slice(0, -1) };
    urls.push(first.url.replace(/shards-0$/, "shard-dead-letters"));
  });
  afterAll(async () => {
    sqs.destroy();
    await emulators.stop();
  });
  beforeEach(async () => {
    stage = new Deployment(prefix);
    await stage.addInstances();
  });
  afterEach(() => stage.stop());

  /** Waits until all messages have been deleted. None of them may become a dead letter. */
  const nothingIsLeft = () =>
    eventually("empty queues", async () => {
      const counts = await Promise.all(
        urls.map(async (QueueUrl) => {
          const AttributeNames = [
            "ApproximateNumberOfMessages" as const,
            "ApproximateNumberOfMessagesNotVisible" as const,
            "ApproximateNumberOfMessagesDelayed" as const,
          ];
          const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
          return Object.values(Attributes ?? {}).reduce((sum, value) => sum + Number(value), 0);
        }),
      );
      return counts.every((count) => count === 0);
    });

  it.each([
    { from: 2, to: 4 },
    { from: 4, to: 2 },
  ])("from $from to $to: no wake-up is lost while tasks and functions of both versions run", async ({ from, to }) => {
    const before = { queueCount: from, alsoReadQueueCount: null };
    const first = { queueCount: from, alsoReadQueueCount: to };
    const second = { queueCount: to, alsoReadQueueCount: from };
    const after = { queueCount: to, alsoReadQueueCount: null };
    const [old, changed] = [stage.functions(from), stage.functions(to)];
    let tasks = [await stage.startTask(before), await stage.startTask(before)];
    await stage.everyShardIsOwned();
    await stage.wakeAll(old);

    for (const [version, senders] of [
      [first, [old]],
      // The second deployment's functions send to the new queues before it has any tasks.
      [second, [old, changed]],
      [after, [changed]],
    ] as const) {
      await stage.wakeAll(...senders);
      const next = [await stage.startTask(version), await stage.startTask(version)];
      await stage.everyShardIsOwned();
      await stage.wakeAll(...senders);
      await Promise.all(tasks.map((task) => stage.stopTask(task)));
      await stage.everyShardIsOwned();
      await stage.wakeAll(...senders);
      tasks = next;
    }
    await nothingIsLeft();
  });
});
