import { setImmediate as turn } from "node:timers/promises";
import type { SQSClient } from "@aws-sdk/client-sqs";
import { describe, expect, it, onTestFinished } from "vitest";
import { clockAlarm } from "../../local/aws/service/clock-alarm.ts";
import type { Shelf } from "../../local/aws/service/kept.ts";
import type { SqsMessage } from "../../local/aws/sqs/message.ts";
import { Queue } from "../../local/aws/sqs/queue.ts";
import { MovableClock } from "../../local/machine/clock.ts";
import { pollQueue } from "../../local/system/queue-poller.ts";
import { readStream } from "../../local/system/stream-reader.ts";
import { eventually } from "../support/eventually.ts";
import { START } from "../support/test-clock.ts";

const NEVER = new AbortController().signal;
const FULL = "database or disk is full";

/** Creates a shelf on a disk that may be full. */
function disk() {
  const kept = new Map<string, SqsMessage>();
  let isFull = false;
  const write = (change: () => void) => {
    if (isFull) throw new Error(FULL);
    change();
  };
  const shelf: Shelf<SqsMessage> = {
    load: () => kept,
    put: (id, value) => write(() => kept.set(id, value)),
    remove: (id) => write(() => kept.delete(id)),
  };
  return {
    shelf,
    kept,
    fill: () => {
      isFull = true;
    },
    makeRoom: () => {
      isFull = false;
    },
  };
}

function queueOn(shelf: Shelf<SqsMessage>, deadLetters: Queue | null = null) {
  const clock = new MovableClock({ standsAt: START });
  const queue = new Queue(
    "work",
    {
      clock,
      shelf,
      deadLetters: () => (deadLetters ? { queue: deadLetters, maxReceives: 1 } : null),
      warn: () => {},
    },
    [],
  );
  onTestFinished(() => queue.stop());
  const later = (seconds: number) => clock.moveTo(new Date(clock.now().getTime() + seconds * 1_000));
  return { queue, later };
}

const message = (body: string, delayMs = 0) => ({ body, attributes: null, group: null, delayMs });

describe("a queue whose disk is full", () => {
  it("refuses a message and does not have it", () => {
    const { shelf, fill } = disk();
    const { queue } = queueOn(shelf);
    fill();

    expect(() => queue.send(message("m1"))).toThrow(FULL);
    expect(queue.counts()).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  });

  it("fails the receive that waits when a message becomes due, and hands it out once there is room", async () => {
    const { shelf, fill, makeRoom } = disk();
    const { queue, later } = queueOn(shelf);
    queue.send(message("m1", 5_000));
    const waiting = expect(queue.receive(1, 30_000, 20_000, NEVER)).rejects.toThrow(FULL);
    fill();
    later(6); // rings the alarm: nobody is there to catch what it throws
    await waiting;

    expect(queue.counts()).toEqual({ visible: 1, inFlight: 0, delayed: 0 });
    makeRoom();
    expect((await queue.receive(1, 30_000, 0, NEVER)).map(({ body, receives }) => [body, receives])).toEqual([
      ["m1", 1],
    ]);
  });

  it("keeps a message that could be neither given up as a dead letter nor deleted", async () => {
    const { shelf, fill, makeRoom } = disk();
    const dead = queueOn(disk().shelf).queue;
    const { queue, later } = queueOn(shelf, dead);
    queue.send(message("m1"));
    const [held] = await queue.receive(1, 1_000, 0, NEVER);
    fill();
    expect(() => queue.remove(held?.receipt ?? "")).toThrow(FULL);
    expect(queue.counts().inFlight).toBe(1);
    later(2);
    await expect(queue.receive(1, 1_000, 0, NEVER)).rejects.toThrow(FULL);

    makeRoom();
    expect(await queue.receive(1, 1_000, 0, NEVER)).toEqual([]);
    expect(queue.counts()).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
    expect(dead.counts().visible).toBeGreaterThan(0); // twice rather than never
  });
});

describe("what goes on by itself on one machine goes on after an error:", () => {
  it("an alarm rings again", async () => {
    const clock = new MovableClock({ runsFrom: START });
    let rings = 0;
    const warned: string[] = [];
    const alarm = clockAlarm(
      clock,
      () => {
        if (++rings === 1) throw new Error(FULL);
      },
      (message) => warned.push(message),
    );
    onTestFinished(() => alarm.stop());
    alarm.set(clock.now().getTime());

    await eventually("the alarm to ring again", async () => rings === 2);
    expect(warned).toEqual([expect.stringContaining(FULL)]);
  });

  it("a queue's poller receives again, and a batch that can't be deleted ends nothing", async () => {
    const warned: string[] = [];
    const worked: string[] = [];
    const given = ["error", "m1", "m2"];
    const sqs = {
      async send(command: object, { abortSignal = NEVER }: { abortSignal?: AbortSignal } = {}) {
        if (command.constructor.name === "DeleteMessageBatchCommand") throw new Error("not deleted");
        const next = given.shift();
        if (next === "error") throw new Error("not received");
        if (next) return { Messages: [{ MessageId: next, Body: next }] };
        return new Promise((_, reject) => abortSignal.addEventListener("abort", () => reject(new Error("over"))));
      },
    } as unknown as SQSClient; // the part that a poller uses
    const poller = pollQueue({
      sqs,
      queueUrl: "",
      queueArn: "",
      batchSize: 1,
      maxConcurrency: 1,
      handler: async ({ Records }) => {
        worked.push(...Records.map(({ body }) => body));
        return { batchItemFailures: [] };
      },
      warn: (message) => warned.push(message),
    });
    onTestFinished(() => poller.stop(1_000));

    await eventually("both messages to be worked", async () => worked.length === 2);
    expect(worked).toEqual(["m1", "m2"]);
    expect(warned.join()).toContain("not received");
    expect(warned.join()).toContain("not deleted");
  });

  it("the stream's reader hands its records on", async () => {
    const warned: string[] = [];
    let left = 1;
    let fails = 2;
    const failing = () => {
      if (fails-- > 0) throw new Error(FULL);
    };
    const handed: unknown[] = [];
    const reader = readStream({
      stream: {
        follow: async () => {},
        next: async () => {
          failing();
          return [{ eventName: "INSERT", dynamodb: { Keys: {}, SequenceNumber: "1" } }];
        },
        remove: async () => {
          failing();
          left = 0;
        },
        waiting: () => left,
        onRecords: () => {},
        onCommit: () => {},
      },
      batchSize: 10,
      handler: async ({ Records }) => {
        handed.push(...Records);
        return { batchItemFailures: [] };
      },
      warn: (message) => warned.push(message),
    });
    onTestFinished(() => reader.stop(1_000));

    await eventually("the record to be handed on", async () => left === 0);
    await turn();
    expect(warned).toHaveLength(2);
    expect(reader.isBusy()).toBe(false);
  });
});
