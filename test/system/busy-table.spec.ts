import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setTableFaults } from "../../tools/chaos/trouble.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";

const SENDS = 18;
const AT_ONCE = 3;

/** The table throttles half of all requests. */
describe("a table of which half of the requests are refused", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let instance: string;
  beforeAll(async () => {
    gateway = await startGateway(folder.path, { EPHEMERAL: "1" });
    const made = await gateway.api<{ data: { id: string } }>("POST", "/v1/instances", { name: "Shop" });
    instance = made.body.data.id;
    await setTableFaults(gateway, { throttled: 0.5, seed: 5 });
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  it("accepts every message, once", async () => {
    const left = Array.from({ length: SENDS }, (_, n) => n);
    const answers: { status: number; body: { data: { id: string } } }[] = [];
    const sender = async () => {
      for (let n = left.shift(); n !== undefined; n = left.shift()) {
        const body = { instance_id: instance, to: `551197777${String(1_000 + n)}`, text: `Hello ${n}` };
        answers.push(await gateway.api("POST", "/v1/messages", body, { "idempotency-key": `key ${n}` }));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));

    expect(answers.map(({ status }) => status)).toEqual(Array(SENDS).fill(202));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(SENDS);
    for (const { body } of answers) {
      expect((await gateway.api("GET", `/v1/messages/${body.data.id}`)).status).toBe(200);
    }
  });

  it("is read as ever", async () => {
    for (const path of ["/v1/instances", "/v1/messages?limit=100", "/v1/events", `/v1/instances/${instance}`]) {
      for (let n = 0; n < 5; n++) expect((await gateway.api("GET", path)).status, path).toBe(200);
    }
  });
});
