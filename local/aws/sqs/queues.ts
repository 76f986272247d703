import type { MovableClock } from "../../machine/clock.ts";
import { AwsError } from "../service/aws-error.ts";
import { text } from "../service/input.ts";
import type { Kept } from "../service/kept.ts";
import { ACCOUNT, nameFromArn, REGION } from "../service/names.ts";
import type { Json } from "../service/service.ts";
import type { SqsMessage } from "./message.ts";
import { Queue } from "./queue.ts";
import type { QueueSettings } from "./settings.ts";

/** A queue with its settings. */
export interface QueueEntry {
  queue: Queue;
  settings: QueueSettings;
}

/** All queues. */
export interface Queues {
  now(): number;
  all(): Iterable<QueueEntry>;
  byName(name: string): QueueEntry | null;
  byArn(arn: string): QueueEntry | null;
  /**
   * Returns the queue for an input's QueueUrl. Only the last part of the URL matters. @throws AwsError
   * QueueDoesNotExist.
   */
  ofInput(input: Json): QueueEntry;
  urlOf(name: string): string;
  arnOf(name: string): string;
  /** Creates a queue or changes the settings of an existing one. */
  put(name: string, settings: QueueSettings): QueueEntry;
  remove(name: string): void;
}

/** Creates the error for a queue that doesn't exist, with both of its error codes. */
export function noQueue(): AwsError {
  return new AwsError("QueueDoesNotExist", "The specified queue does not exist.", {
    queryCode: "AWS.SimpleQueueService.NonExistentQueue",
  });
}

/** The queues' dependencies, and the address at which clients find them. */
export interface QueueOptions {
  clock: MovableClock;
  kept: Kept;
  url: () => string;
  warn: (message: string) => void;
}

/** Opens the queues that an earlier process stored. */
export function openQueues(options: QueueOptions): Queues {
  const { clock, warn } = options;
  const settingsShelf = options.kept.shelf<QueueSettings>("queues");
  const messageShelf = options.kept.shelf<SqsMessage>("messages");
  const entries = new Map<string, QueueEntry>();

  const keptMessages = Map.groupBy(messageShelf.load().values(), (message) => message.queue);
  for (const [name, settings] of settingsShelf.load()) open(name, settings);

  function open(name: string, settings: QueueSettings): QueueEntry {
    const deps = {
      clock,
      shelf: messageShelf,
      warn,
      deadLetters: () => {
        const redrive = entries.get(name)?.settings.redrive;
        const target = redrive && queues.byArn(redrive.deadLetterArn);
        return target ? { queue: target.queue, maxReceives: redrive.maxReceives } : null;
      },
    };
    const entry = { settings, queue: new Queue(name, deps, keptMessages.get(name) ?? []) };
    keptMessages.delete(name);
    entries.set(name, entry);
    return entry;
  }

  const queues: Queues = {
    now: () => clock.now().getTime(),
    all: () => entries.values(),
    byName: (name) => entries.get(name) ?? null,
    byArn(arn) {
      const name = nameFromArn(arn, "sqs");
      return name === null ? null : queues.byName(name);
    },
    ofInput(input) {
      const entry = queues.byName(text(input, "QueueUrl").split("/").at(-1) ?? "");
      if (!entry) throw noQueue();
      return entry;
    },
    urlOf: (name) => `${options.url()}/${ACCOUNT}/${name}`,
    arnOf: (name) => `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}`,
    put(name, settings) {
      settingsShelf.put(name, settings);
      const entry = entries.get(name);
      if (!entry) return open(name, settings);
      entry.settings = settings;
      return entry;
    },
    remove(name) {
      const entry = entries.get(name);
      entry?.queue.purge();
      entry?.queue.stop();
      entries.delete(name);
      settingsShelf.remove(name);
    },
  };
  return queues;
}
