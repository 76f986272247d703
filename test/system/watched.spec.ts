import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";

const folder = temporaryFolder();
let gateway: Gateway;

beforeAll(async () => {
  gateway = await startGateway(folder.path);
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
    expect(ill.body.reasons).toEqual([expect.stringContaining("Of 1 session processes, 1 can't work")]);

    process.kill(session, "SIGCONT");
    await eventually("it to be well again", async () => (await health()).status === 200);
  });

  it("is for reading only", async () => {
    const answer = await fetch(`${gateway.baseUrl}/health`, { method: "POST" });

    expect(answer.status).toBe(404);
  });
});
