import { readFileSync } from "node:fs";
import { get } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GatewayFile } from "../../local/system/kept-state.ts";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";

const folder = temporaryFolder();
let gateway: Gateway;

beforeAll(async () => {
  gateway = await startGateway(folder.path, { METRICS_PORT: "0" });
});
afterAll(async () => {
  await gateway.stop();
  folder.remove();
});

async function health(): Promise<{ status: number; body: { status: string; reasons?: string[] } }> {
  const answer = await fetch(`${gateway.baseUrl}/health`);
  return { status: answer.status, body: (await answer.json()) as { status: string; reasons?: string[] } };
}

describe("GET /health", () => {
  it("answers 200 without a key, and 503 with the reason while a session process is not there", async () => {
    expect(await health()).toEqual({ status: 200, body: { status: "ok" } });

    const [session = 0] = gateway.sessionPids();
    process.kill(session, "SIGSTOP"); // it lives and does nothing, which only an answer can show
    const ill = await eventually("the stopped process to be noticed", async () => {
      const answer = await health();
      return answer.status === 503 && answer;
    });
    expect(ill.body.reasons).toEqual([
      expect.stringContaining("1 of 1 session process is not working. It has exited, doesn't respond"),
    ]);

    process.kill(session, "SIGCONT");
    await eventually("it to be well again", async () => (await health()).status === 200);
  });

  it("is for reading only", async () => {
    const answer = await fetch(`${gateway.baseUrl}/health`, { method: "POST" });

    expect(answer.status).toBe(404);
  });
});

describe("GET /metrics", () => {
  const address = () => {
    const { metrics_url } = JSON.parse(readFileSync(join(folder.path, "gateway.json"), "utf8")) as GatewayFile;
    return new URL(String(metrics_url));
  };

  it("shows the numbers, the queues and the use of every process", async () => {
    const { status, text } = await ask(address());

    expect(status).toBe(200);
    expect(text).toMatch(/^ShardsHeld\{process="sessions-0"\} 4$/m);
    expect(text).toMatch(/^Deliveries\{process="gateway"\} 0$/m);
    expect(text).toMatch(/^ApproximateAgeOfOldestMessage\{QueueName="[\w-]+"\} 0$/m);
    for (const process of ["gateway", "sessions-0", "network"]) {
      const [, bytes] =
        new RegExp(`^process_resident_memory_bytes\\{process="${process}"\\} (\\d+)$`, "m").exec(text) ?? [];
      expect(Number(bytes)).toBeGreaterThan(30_000_000);
    }
  });

  it("counts the API's requests by their routes, and strangers' paths as one", async () => {
    await gateway.api("GET", "/v1/instances/inst_1");
    await gateway.api("POST", "/v1/messages", {});
    for (let n = 0; n < 5; n++) await fetch(`${gateway.baseUrl}/nothing-${n}`);

    // A request isn't counted until its response has been sent completely.
    const text = await eventually("the requests to be counted", async () => {
      const shown = (await ask(address())).text;
      return /^ApiRequests\{Route="unmatched",Status="4xx"\} ([5-9]|\d\d)/m.test(shown) && shown;
    });

    expect(text).toMatch(/^ApiRequests\{Route="GET \/v1\/instances\/\{id\}",Status="4xx"\} 1$/m);
    expect(text).toMatch(/^ApiRequests\{Route="POST \/v1\/messages",Status="4xx"\} 1$/m);
    expect(text).toMatch(/^ApiDuration_count\{Route="POST \/v1\/messages"\} 1$/m);
    expect(text).toMatch(/^ApiRequests\{Route="health",Status="2xx"\} [1-9]/m);
    expect(text).not.toMatch(/nothing-|inst_1/);
  });

  it("answers this machine only, not even a proxy on it, and not with the API", async () => {
    const proxied = await ask(address(), { "x-forwarded-for": "203.0.113.7" });
    const elsewhere = await ask(address(), { host: "metrics.example.com" });

    expect([proxied.status, elsewhere.status]).toEqual([403, 403]);
    expect(
      (await ask(new URL("/metrics", gateway.baseUrl), { authorization: `Bearer ${gateway.apiKey}` })).status,
    ).toBe(404);
    expect(await isListening("127.0.0.1", Number(address().port))).toBe(true);
    expect(await isListening("127.0.0.2", Number(address().port))).toBe(false); // Linux's, and not what it listens on
  });
});

/** Sends a request with any `Host` header, which fetch doesn't allow. */
function ask(url: URL, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer as AsyncIterable<Buffer>) parts.push(part);
      resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() });
    }).once("error", reject);
  });
}

function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once("connect", () => resolve(socket.destroy().destroyed));
    socket.once("error", () => resolve(false));
  });
}
