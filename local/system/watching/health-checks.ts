import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { NextDue } from "../../aws/sqs/queue-figures.ts";
import type { HealthCheck } from "./health.ts";

/**
 * The share of free disk space below which the gateway is unhealthy. Cleaning up databases and files takes space, too.
 */
const LEAST_FREE = 0.05;
/**
 * The number of bytes to write as a test. It is about the size of a small message, so an exhausted quota is noticed
 * before a customer's request fails.
 */
const TRIED_BYTES = 4_096;
/** How long a wake-up that is due may go without being received. */
const STUCK_MS = 60_000;

/** Creates a check that reads an item that doesn't exist. @param read rejects if the table doesn't respond. */
export const tableCheck =
  (read: () => Promise<unknown>): HealthCheck =>
  async () => {
    await read();
    return null;
  };

/**
 * Creates a check that makes sure messages keep moving through the queues that the gateway processes. The same due
 * message must not be next in line for a whole minute. A long queue is healthy as long as its messages move. Moving the
 * gateway's clock by weeks doesn't count as waiting.
 */
export function queueCheck(queues: () => readonly NextDue[], monotonicMs: () => number): HealthCheck {
  let seen = new Map<string, { id: string; since: number }>();
  return async () => {
    const now = monotonicMs();
    const next = new Map<string, { id: string; since: number }>();
    for (const { name, dueId } of queues()) {
      if (dueId === null) continue;
      const before = seen.get(name);
      next.set(name, before?.id === dueId ? before : { id: dueId, since: now });
    }
    seen = next;
    const stuck = [...next].filter(([, { since }]) => now - since >= STUCK_MS).map(([name]) => name);
    return stuck.length === 0 ? null : `Nothing is processing the work in ${stuck.join(", ")}.`;
  };
}

/** Creates a check that makes sure every session process exists, answers, and may act for its numbers. */
export const sessionCheck =
  (measured: () => Promise<readonly (Record<string, unknown> | null)[]>): HealthCheck =>
  async () => {
    const answers = await measured();
    const down = answers.filter((answer) => answer?.holds !== true).length;
    if (down === 0) return null;
    const processes = answers.length === 1 ? "process" : "processes";
    const fault = down === 1 ? "is not working. It has exited, doesn't" : "are not working. They have exited, don't";
    return `${down} of ${answers.length} session ${processes} ${fault} respond or can't reach the table.`;
  };

/** Creates a check that makes sure the data folder's disk has free space and the folder is writable. */
export const diskCheck =
  (dataDir: string): HealthCheck =>
  async () => {
    if (!isWritable(dataDir)) {
      return "Nothing can be written to the data folder, because its disk is full, over its quota or read-only. Everything accepted so far is safe, and work continues once there is space.";
    }
    const { bavail, blocks } = statfsSync(dataDir);
    if (blocks === 0 || bavail / blocks >= LEAST_FREE) return null; // some file systems don't count blocks
    return "Less than 5 % of the data folder's disk is free. Free up space before the disk is full.";
  };

function isWritable(dataDir: string): boolean {
  const path = join(dataDir, ".room");
  try {
    writeFileSync(path, Buffer.alloc(TRIED_BYTES, 1), { mode: 0o600 });
    return true;
  } catch {
    return false;
  } finally {
    try {
      rmSync(path, { force: true });
    } catch {
      // The deletion fails if the folder is read-only. In that case it can't be written to either, which the caller
      // notices.
    }
  }
}
