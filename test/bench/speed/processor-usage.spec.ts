import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { processorUsage } from "../../../tools/bench/speed/processor-usage.ts";

const IDLE_CHILD = fileURLToPath(new URL("../../../tools/bench/speed/idle-child.ts", import.meta.url));

describe("the processor time of a process", () => {
  it("is told by the process itself, and only grows", async () => {
    const usage = processorUsage();
    const child = fork(IDLE_CHILD, { env: { ...process.env, ...usage.env } });
    try {
      await once(child, "message"); // it runs

      const first = await usage.usedMs(Number(child.pid));
      const second = await usage.usedMs(Number(child.pid));

      expect(first).toBeGreaterThan(0);
      expect(second).toBeGreaterThanOrEqual(first);
    } finally {
      child.kill();
      usage.remove();
    }
  });
});
