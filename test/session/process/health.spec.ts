import { spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { serveHealth } from "../../../session-service/process/health-endpoint.ts";

const CHECK = fileURLToPath(new URL("../../../session-service/health.ts", import.meta.url));

let isWell = true;
const server = serveHealth(0, () => isWell);
await once(server, "listening");
const { port } = server.address() as AddressInfo; // a TCP server's address
afterEach(() => {
  isWell = true;
});

const ask = (path: string, method = "GET") => fetch(`http://127.0.0.1:${port}${path}`, { method });

/** Runs the check like the container. @returns the exit code. */
async function check(at: number): Promise<number | null> {
  const child = spawn(process.execPath, [CHECK], { env: { ...process.env, HEALTH_PORT: String(at) } });
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}

it("a task is well as long as it may act, and nothing else can be asked of it", async () => {
  expect((await ask("/health")).status).toBe(200);
  isWell = false;
  expect((await ask("/health")).status).toBe(503);
  expect((await ask("/health", "POST")).status).toBe(404);
  expect((await ask("/metrics")).status).toBe(404);
});

it("the container's check passes and fails with it, and fails when nobody answers", async () => {
  expect(await check(port)).toBe(0);
  isWell = false;
  expect(await check(port)).toBe(1);
  server.close();
  expect(await check(port)).toBe(1);
});
