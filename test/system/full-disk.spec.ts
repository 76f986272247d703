import { execFileSync } from "node:child_process";
import { afterAll, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { inbox, linkKnownTo } from "../support/linked-number.ts";

type Json = Record<string, unknown>;
const SHOP = "5511988880000";
const ANA = "5511977770001";

const folder = temporaryFolder();
let gateway: Gateway;
afterAll(async () => {
  await gateway?.stop();
  folder.remove();
});

/** Prevents the gateway's processes from writing to any file, as on a full disk, or allows it again. */
function setDisk(state: "full" | "roomy"): void {
  for (const pid of [gateway.pid, ...gateway.sessionPids()]) {
    execFileSync("prlimit", ["--pid", String(pid), `--fsize=${state === "full" ? "0" : "unlimited"}:unlimited`]);
  }
}

const send = (text: string, instance_id: unknown) =>
  gateway.api<{ data: Json; code?: string; message?: string }>("POST", "/v1/messages", { instance_id, to: ANA, text });

async function health(): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${gateway.baseUrl}/health`);
  return { status: answer.status, text: await answer.text() };
}

it("a full disk refuses new messages in a sentence, ends no process and loses nothing that was accepted", async () => {
  gateway = await startGateway(folder.path);
  const { pid } = gateway;
  const shop = await linkKnownTo(gateway, SHOP, ANA);
  const accepted = Array.from({ length: 12 }, (_, n) => `Message ${n}`);
  for (const text of accepted) expect((await send(text, shop.id)).status).toBe(202);

  setDisk("full"); // while most of them are under way
  const refused = await send("Too late", shop.id);
  await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "Are you there?" });

  expect([refused.status, refused.body.code]).toEqual([503, "unavailable"]);
  expect(refused.body.message).toContain("The gateway's disk is full");
  expect(refused.headers.get("retry-after")).toBe("30");
  expect(gateway.output()).toContain("was refused: the machine's disk is full");
  expect(await health()).toMatchObject({ status: 503, text: expect.stringContaining("Nothing can be written") });

  setDisk("roomy");
  await eventually("it to be well", async () => (await health()).status === 200);
  await eventually("every accepted message on the phone", async () => {
    const shown = new Set((await inbox(gateway, ANA)).map(({ text }) => text));
    return accepted.every((text) => shown.has(text));
  });
  await eventually("what came meanwhile to be received", async () => {
    const list = await gateway.api<{ data: Json[] }>("GET", `/v1/messages?instance_id=${shop.id}&direction=in`);
    return list.body.data.length === 2;
  });
  await eventually("every accepted message to be reported", async () => {
    const list = await gateway.api<{ data: Json[] }>("GET", `/v1/messages?instance_id=${shop.id}&direction=out`);
    return list.body.data.length === accepted.length && list.body.data.every(({ status }) => status === "delivered");
  });
  const shown = (await inbox(gateway, ANA)).map(({ text }) => text);
  for (const text of accepted) expect(shown.filter((one) => one === text)).toHaveLength(1);
  expect((await send("There is room", shop.id)).status).toBe(202);
  expect(process.kill(pid, 0)).toBe(true); // the same process as before, which nobody had to start again
});
