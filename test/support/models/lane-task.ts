import type { LaneDeps } from "../../../core/lanes/lane.ts";
import { ownWakeups } from "../../../session-service/fleet/own-wakeups.ts";
import { LaneMemory } from "../../../session-service/lane/lane-memory.ts";
import { LaneRunner } from "../../../session-service/lane/lane-runner.ts";
import type { SessionPort } from "../../../session-service/session-port.ts";
import { memoryMedia } from "../memory-media.ts";
import { NO_OPT_OUTS } from "../test-opt-outs.ts";
import type { Process, Simulation } from "./lane-sim.ts";

interface Mistakes {
  runners?: number;
  believesEnds?: true;
  overtakesFiles?: boolean;
}

/** A session task in the models: a process that lives as long as its session, with the real runner of its lane. */
export class LaneTask {
  readonly session: SessionPort;
  readonly #process: Process;
  readonly #runners: LaneRunner[];

  /**
   * @param mistakes deviations from a real task: several runners work the lane in parallel, which must not make a
   * difference; the task assumes that every message in a slot has ended; messages in its chats overtake files
   * immediately, or never.
   */
  constructor(
    sim: Simulation,
    deps: LaneDeps,
    process: Process,
    session: SessionPort,
    gapFactor: number,
    { runners = 1, believesEnds, overtakesFiles }: Mistakes = {},
  ) {
    this.session = session;
    this.#process = process;
    const own = {
      ...this.inTask(deps),
      media: memoryMedia(),
      optOuts: NO_OPT_OUTS,
      gapFactor,
      monotonicMs: () => sim.now,
    };
    const { account_id, instance_id, fence } = session;
    const memory = new LaneMemory(own, { account_id, instance_id, fence }, session);
    if (believesEnds) memory.sends.hasEnded = () => true;
    if (overtakesFiles !== undefined) memory.preparer.isOvertaken = () => overtakesFiles;
    this.#runners = Array.from({ length: runners }, () => new LaneRunner(own, session, () => {}, memory));
  }

  get isDead(): boolean {
    return this.#process.isDead;
  }

  /** Whether the task is alive and idle. */
  get rests(): boolean {
    return !this.isDead && this.#runners.every((runner) => runner.isIdle);
  }

  /** Makes the task check its lane. @returns false if the task is dead or no longer checks the lane. */
  wake(): boolean {
    if (this.isDead) return false;
    return this.#runners.map((runner) => runner.wake()).every((taken) => taken);
  }

  /** Adapts the dependencies for code in the same task, which wakes its own lane without going through the queue. */
  inTask<T extends LaneDeps>(deps: T): T {
    return { ...deps, wakeups: ownWakeups(deps.wakeups, deps.clock, () => this.wake()) };
  }

  /** Never resolves, because a process in the simulation is dead once its code has completed. */
  live(): Promise<never> {
    return new Promise(() => {});
  }
}
