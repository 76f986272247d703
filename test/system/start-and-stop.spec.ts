import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { ended, type Gateway, spawnGateway, startGateway, temporaryFolder } from "../support/gateway.ts";

/** Runs the start command until it exits on its own. */
async function failedStart(dataDir: string, env: Record<string, string> = {}) {
  const { child, output } = spawnGateway(dataDir, env);
  await ended(child);
  return { code: child.exitCode, output: output() };
}

describe("npm start", () => {
  const folder = temporaryFolder();
  const running: Gateway[] = [];
  afterEach(async () => {
    for (const gateway of running.splice(0)) await gateway.stop();
  });

  it("says where everything is when it is ready, and stops on Ctrl-C with exit code 0", async () => {
    const gateway = await startGateway(join(folder.path, "fresh"));
    // The output may still be incomplete.
    await expect.poll(gateway.output).toContain("Ctrl-C stops.");
    expect(gateway.output()).toContain(gateway.baseUrl);
    expect(gateway.output()).toContain(gateway.sandboxUrl);
    expect(gateway.output()).toContain(gateway.apiKey);
    expect(gateway.output()).toContain(`a demo AI provider; key ${gateway.aiDemoKey}`);
    expect((await fetch(`${gateway.aiUrl}/calls`)).status).toBe(200);

    expect(await gateway.stop()).toBe(0);
    await expect(fetch(`${gateway.aiUrl}/calls`)).rejects.toThrow();
  });

  it("finds its account and key again after a restart", async () => {
    const dataDir = join(folder.path, "kept");
    const first = await startGateway(dataDir);
    await first.api("POST", "/v1/instances", { name: "Kept" });
    await first.stop();

    const second = await startGateway(dataDir);
    running.push(second);
    expect(second.apiKey).toBe(first.apiKey);
    const list = await second.api<{ data: { name: string }[] }>("GET", "/v1/instances");
    expect(list.body.data.map((instance) => instance.name)).toEqual(["Kept"]);
  });

  it("keeps nothing with EPHEMERAL=1, and asks the AI providers themselves with AI_PROVIDERS=real", async () => {
    const dataDir = join(folder.path, "ephemeral");
    const first = await startGateway(dataDir, { EPHEMERAL: "1", AI_PROVIDERS: "real" });
    await first.api("POST", "/v1/instances", { name: "Gone" });
    expect([first.aiUrl, first.aiDemoKey]).toEqual(["", ""]);
    await first.stop();

    const second = await startGateway(dataDir, { EPHEMERAL: "1" });
    running.push(second);
    const list = await second.api<{ data: unknown[] }>("GET", "/v1/instances");
    expect(list.body.data).toEqual([]);
  });

  it.each(["PORT", "SANDBOX_PORT"])(
    "says in one sentence that the port of %s is in use, exit code 1",
    async (variable) => {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as { port: number };

      const failed = await failedStart(join(folder.path, `taken-${variable}`), { [variable]: String(port) });
      server.close();

      expect(failed.code).toBe(1);
      expect(failed.output).toMatch(new RegExp(`port ${port} is (already )?in use`, "i"));
      expect(failed.output).toContain(variable);
      expect(failed.output).not.toMatch(/\n\s+at /);
    },
  );

  it("says in one sentence that the data folder is not usable, exit code 1", async () => {
    const file = join(folder.path, "a-file");
    writeFileSync(file, "not a folder");
    const notAFolder = await failedStart(file);
    expect(notAFolder.code).toBe(1);
    expect(notAFolder.output).toContain("DATA_DIR");

    const broken = join(folder.path, "broken");
    mkdirSync(broken);
    writeFileSync(join(broken, "state.json"), "{ broken");
    const unreadable = await failedStart(broken);
    expect(unreadable.code).toBe(1);
    expect(unreadable.output).toContain("DATA_DIR");
    expect(unreadable.output).not.toMatch(/\n\s+at /);
  });

  it("refuses a second gateway on the same data folder", async () => {
    const dataDir = join(folder.path, "shared");
    const first = await startGateway(dataDir);
    running.push(first);

    const second = await failedStart(dataDir);

    expect(second.code).toBe(1);
    expect(second.output).toContain(first.baseUrl);
  });

  it("names every environment variable that is wrong", async () => {
    const failed = await failedStart(join(folder.path, "env"), { PORT: "many", PACE: "2", AI_PROVIDERS: "x" });

    expect(failed.code).toBe(1);
    expect(failed.output).toContain("PORT");
    expect(failed.output).toContain("PACE");
    expect(failed.output).toContain("AI_PROVIDERS must be demo or real");
  });
});

describe("an older Node", () => {
  it("is told in one sentence what is wrong and what to do, exit code 1", async () => {
    const pretendOld =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.0' } })";
    const child = spawn(process.execPath, ["--import", `data:text/javascript,${pretendOld}`, "local/start.mjs"], {
      cwd: fileURLToPath(new URL("../..", import.meta.url)),
    });
    const chunks: string[] = [];
    child.stderr.on("data", (chunk: Buffer) => chunks.push(String(chunk)));
    await ended(child);

    expect(child.exitCode).toBe(1);
    expect(chunks.join("")).toMatch(/^This gateway needs Node 24, but it is running on Node 20\.11\.0\..*npm ci.*\n$/);
  });
});
