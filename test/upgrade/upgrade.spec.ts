import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { KeptState } from "../../local/system/kept-state.ts";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { hasStatus, inbox } from "../support/linked-number.ts";
import { machineTime } from "../support/machine-time.ts";
import { startReceiver } from "../support/receiver.ts";
import { verifyWebhook } from "../support/verify-webhook.ts";

const FOLDERS = join(import.meta.dirname, "folders");
const RELEASES = readdirSync(FOLDERS).filter((name) => name.endsWith(".json"));

/** The facts about the folder recorded by make-folder.ts. */
interface Made {
  recorded_at: string;
  send_at: string;
  shop: string;
  ana: string;
  instance: string;
  api_key: string;
  secret: string;
  sent: string;
  scheduled: string;
}
type One = { data: Record<string, unknown> };
type Many = { data: Record<string, unknown>[] };

describe.each(RELEASES)("a data folder of %s", (release) => {
  const made = JSON.parse(readFileSync(join(FOLDERS, release), "utf8")) as Made;
  const packed = join(FOLDERS, release.replace(/json$/, "tar.gz"));
  const folder = temporaryFolder();
  const data = join(folder.path, "data");
  let gateway: Gateway;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;

  const shown = async (text: string) =>
    (await inbox(gateway, made.ana)).filter((message) => message.text === text).length;

  /** Whenever this test runs, the gateway's clock starts a minute after the folder was written. */
  beforeAll(async () => {
    mkdirSync(data);
    execFileSync("tar", ["-xzf", packed, "-C", data]);
    const path = join(data, "state.json");
    const state = JSON.parse(readFileSync(path, "utf8")) as KeptState;
    const clock_offset_ms = Date.parse(made.recorded_at) + 60_000 - machineTime().getTime();
    writeFileSync(path, JSON.stringify({ ...state, clock_offset_ms }));
    [gateway, receiver] = await Promise.all([startGateway(data), startReceiver()]);
  });
  afterAll(async () => {
    await gateway?.stop();
    await receiver?.stop();
    folder.remove();
  });

  it("is small", () => {
    expect(statSync(packed).size).toBeLessThan(1_000_000);
  });

  it("keeps its key, its messages and its chats", async () => {
    expect(gateway.apiKey).toBe(made.api_key);
    // The receipt may have been on its way when the old gateway stopped. If so, the network delivers it to this
    // gateway.
    await eventually("its receipt", async () => {
      const sent = await gateway.api<One>("GET", `/v1/messages/${made.sent}`);
      expect(sent.body.data.body).toBe("Until six");
      return sent.body.data.status === "delivered";
    });
    const chats = await gateway.api<Many>("GET", `/v1/chats?instance_id=${made.instance}`);
    expect(chats.body.data).toHaveLength(1);
  });

  it("goes on with its session: the number works without a new link, in both directions", async () => {
    await eventually("the number to work", () => hasStatus(gateway, made.instance, "working"));

    const sent = await gateway.api("POST", "/v1/messages", {
      instance_id: made.instance,
      to: made.ana,
      text: "Hello again",
    });
    expect(sent.status).toBe(202);
    await eventually("it to be shown", async () => (await shown("Hello again")) === 1);
  });

  it("goes on with its webhook, under the same secret", async () => {
    const moved = await gateway.api<One>("PATCH", "/v1/webhook", { url: receiver.url });
    expect(moved.status).toBe(200);

    await gateway.sandbox("POST", `/phones/${made.ana}/messages`, { to: made.shop, text: "Still open?" });
    await eventually("the event", async () => receiver.requests.some(({ body }) => body.includes("Still open?")));
    const now = await gateway.now();
    for (const { body, headers } of receiver.requests) {
      verifyWebhook(made.secret, body, headers as Record<string, string>, now); // a receiver gets each header once
    }
  });

  it("goes on with its schedule: the message goes out at its time, once", async () => {
    expect(await shown("See you")).toBe(0);

    const waitMs = Date.parse(made.send_at) - (await gateway.now()).getTime();
    await gateway.sandbox("POST", "/clock", { advance_seconds: Math.ceil(waitMs / 1_000) });

    await eventually("it to be shown", async () => (await shown("See you")) > 0);
    expect(await shown("See you")).toBe(1);
  });
});
