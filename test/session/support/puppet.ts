import type { Supervisor } from "../../../session-service/fleet/supervisor.ts";
import { OLGA } from "../../network/support/stage.ts";
import type { TableOperation } from "../../support/memory-table.ts";
import { SessionWorld } from "./session-world.ts";

type Which = (operation: TableOperation) => boolean;

/** A task whose table and monotonic time are controlled by the test. */
export interface Puppet {
  task: Supervisor;
  /**
   * Suspends matching calls, as if the process were suspended. By default, they are suspended before they take effect.
   * With `after`, they are suspended once they have taken effect, so only the answer is missing. Without `which`, the
   * task also receives no wake-ups.
   */
  freeze(which?: Which, phase?: "before" | "after"): void;
  /** Lets suspended calls continue. */
  thaw(): void;
  passMs(ms: number): void;
  /** The number of suspended calls. */
  frozen(): number;
}

/** Starts one of the world's tasks with this id. */
export async function startPuppet(world: SessionWorld, id: string): Promise<Puppet> {
  let freezing: { which: Which; at: "before" | "after" } | null = null;
  let thawed = Promise.withResolvers<void>();
  let aheadMs = 0;
  let frozen = 0;
  let isStill = false;
  const table = world.table.withHook(async (operation, phase) => {
    if (freezing?.at !== phase || !freezing.which(operation)) return;
    frozen++;
    await thawed.promise;
  });
  const task = await world.startTask(id, { table, monotonicMs: () => performance.now() + aheadMs }, () => isStill);
  return {
    task,
    freeze: (which, at = "before") => {
      freezing = { which: which ?? (() => true), at };
      isStill = which === undefined;
    },
    thaw: () => {
      freezing = null;
      isStill = false;
      thawed.resolve();
      thawed = Promise.withResolvers();
    },
    passMs: (ms) => {
      aheadMs += ms;
    },
    frozen: () => frozen,
  };
}

/** Matches a transaction that puts a row whose sort key starts with this prefix. */
export const puts =
  (prefix: string): Which =>
  (operation) =>
    operation.kind === "transact" &&
    operation.writes.some((write) => "put" in write && write.put.sk.startsWith(prefix));

/** Matches a transaction that changes an item and sets this field to one of these values. */
export const sets =
  (field: string, ...values: string[]): Which =>
  (operation) =>
    operation.kind === "transact" &&
    operation.writes.some((write) => "update" in write && values.includes(String(write.set?.[field])));

/** Creates a world with a task that a test can kill, and an instance linked to Olga's phone. */
export async function linkedToPuppet(): Promise<{ world: SessionWorld; first: Puppet; instance: string }> {
  const world = await SessionWorld.create();
  const first = await startPuppet(world, "task-1");
  const instance = await world.addInstance();
  await world.link(instance, OLGA);
  return { world, first, instance };
}
