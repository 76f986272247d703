import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const WATCH = fileURLToPath(new URL("../../../session-service/process/stall-watch.ts", import.meta.url));

/** Runs code in a process that is monitored for one-second stalls. @returns how the process exited. */
async function runs(code: string): Promise<{ code: number | null; signal: string | null }> {
  const script = `import { watchStalls } from ${JSON.stringify(WATCH)}; watchStalls(1_000); ${code}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { stdio: "ignore" });
  const [exitCode, signal] = (await once(child, "exit")) as [number | null, string | null];
  return { code: exitCode, signal };
}

const pause = (ms: number) => `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms});`;

it("a process whose event loop stands still is ended by its watch", async () => {
  expect(await runs(`setTimeout(() => { ${pause(600_000)} }, 10);`)).toEqual({ code: null, signal: "SIGKILL" });
});

it("a process that only waits is left alone, and ends when it has nothing left to do", async () => {
  expect(await runs("setTimeout(() => process.exit(7), 3_000);")).toEqual({ code: 7, signal: null });
});
