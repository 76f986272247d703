import type { InstanceId, MessageId } from "../../core/contracts/ids.ts";
import { aboutOf, parseWakeup } from "../../core/lanes/wakeup-body.ts";
import { instanceLane, parseLane, queueOfShard } from "../../core/store/lane-names.ts";
import type { TaskDeps } from "../session-deps.ts";
import { inTime } from "./in-time.ts";
import { QueueReaders } from "./queue-readers.ts";
import { SendOn } from "./send-on.ts";
import type { WakeupSource } from "./shard-queues.ts";

/**
 * The queue counts under which wake-ups are read: the current one, and a second one while the number of queues is being
 * changed.
 */
export interface QueueCounts {
  queueCount: number;
  alsoReadQueueCount: number | null;
}

/** The possible routes for a wake-up, based on which shards the task and the other tasks own. */
interface WakeupRoutes {
  queues: WakeupSource;
  counts: QueueCounts;
  holds: () => boolean;
  /**
   * Wakes one of the task's lanes, for a specific message if `about` is set. @returns false if the instance is in a
   * shard that the task does not own.
   */
  wake: (instance: InstanceId, about: MessageId | null) => boolean;
  /** Whether the last known owner of the instance's shard is another task that is alive. */
  hasOtherOwner: (instance: InstanceId) => boolean;
}

/** Reads the queues of the task's shards. Wake-ups for these shards wake their lanes; all others are resent. */
export class TaskWakeups {
  readonly #deps: Pick<TaskDeps, "wakeups" | "clock" | "log" | "monotonicMs">;
  readonly #routes: WakeupRoutes;
  readonly #readers: QueueReaders;
  readonly #sendOn: SendOn;

  constructor(deps: Pick<TaskDeps, "wakeups" | "clock" | "log" | "monotonicMs">, routes: WakeupRoutes) {
    this.#deps = deps;
    this.#routes = routes;
    this.#sendOn = new SendOn(deps);
    const { queues, holds } = routes;
    this.#readers = new QueueReaders({ log: deps.log, queues, holds, take: (body) => this.#take(body) });
  }

  /** The queues that are currently being read. */
  get queues(): number[] {
    return this.#readers.queues;
  }

  isIdle(): boolean {
    return this.#readers.isIdle();
  }

  /** Reads only the queues of these shards from now on. */
  readFor(shards: number[]): void {
    const { queueCount, alsoReadQueueCount } = this.#routes.counts;
    const counts = alsoReadQueueCount === null ? [queueCount] : [queueCount, alsoReadQueueCount];
    this.#readers.readOnly(new Set(shards.flatMap((shard) => counts.map((count) => queueOfShard(shard, count)))));
  }

  /** Stops all reading. @param withinMs how long to wait for open polls before interrupting them. */
  async stop(withinMs: number): Promise<void> {
    this.readFor([]);
    if (withinMs > 0) await inTime(this.#readers.ended(), withinMs).catch(() => {});
    this.#readers.stop();
  }

  async #take(body: string): Promise<boolean> {
    const lane = parseLane(parseWakeup(body) ?? "");
    if (lane?.kind !== "instance") {
      this.#deps.log.warn({}, "a wake-up that does not name an instance");
      return true;
    }
    const { holds, wake, hasOtherOwner } = this.#routes;
    if (holds() && wake(lane.instance_id, aboutOf(body))) return true;
    return this.#sendOn.send(instanceLane(lane.instance_id), holds() && hasOtherOwner(lane.instance_id));
  }
}
