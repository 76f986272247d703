import { afterAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { hasStatus, inbox, linkKnownTo } from "../support/linked-number.ts";

type Json = Record<string, unknown>;
const SHOP = "5511988880000";
const ANA = "5511977770001";

/** Tests an invariant: whenever any process is killed, nothing is lost, and people never see anything twice. */
describe("after kill -9 of everything", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  it("numbers are still linked, waiting messages go, and nothing goes twice", async () => {
    gateway = await startGateway(folder.path);
    const shop = await linkKnownTo(gateway, SHOP, ANA);
    const texts = Array.from({ length: 20 }, (_, n) => `Message ${n}`);
    const accepted: string[] = [];
    for (const text of texts) {
      const answer = await gateway.api<{ data: Json }>("POST", "/v1/messages", { instance_id: shop.id, to: ANA, text });
      if (answer.status === 202) accepted.push(text);
    }
    await gateway.killEverything();

    gateway = await startGateway(folder.path);
    expect(accepted).toHaveLength(20);
    await eventually("the number to work without a new scan", () => hasStatus(gateway, shop.id, "working"));
    await eventually(
      "every message on the person's phone",
      async () => {
        const shown = new Set((await inbox(gateway, ANA)).map((message) => message.text));
        return accepted.every((text) => shown.has(text));
      },
      60_000,
    );
    const shown = (await inbox(gateway, ANA)).map((message) => message.text);
    for (const text of accepted) expect(shown.filter((one) => one === text)).toHaveLength(1);
    await eventually("each message to be reported", async () => {
      const list = await gateway.api<{ data: Json[] }>("GET", `/v1/messages?instance_id=${shop.id}&direction=out`);
      return list.body.data.length === 20 && list.body.data.every((m) => m.status === "delivered");
    });
  });

  it("a message scheduled 30 days ahead goes within a minute of its time, once", async () => {
    const [shop] = (await gateway.api<{ data: Json[] }>("GET", "/v1/instances")).body.data;
    const clock = await gateway.sandbox<{ now: string }>("GET", "/clock");
    const dueAt = Date.parse(clock.body.now) + 30 * 86_400_000 - 60_000;
    const scheduled = await gateway.api<{ data: Json }>("POST", "/v1/messages", {
      instance_id: shop?.id,
      to: ANA,
      text: "In thirty days",
      send_at: new Date(dueAt).toISOString(),
    });
    expect(scheduled.body.data).toMatchObject({ status: "scheduled", waiting_reason: "scheduled" });
    await gateway.killEverything();
    gateway = await startGateway(folder.path);
    await eventually("the number to work", () => hasStatus(gateway, String(shop?.id), "working"));
    const shown = async () => (await inbox(gateway, ANA)).filter((message) => message.text === "In thirty days");

    await gateway.sandbox("POST", "/clock", { now: new Date(dueAt - 30_000).toISOString() });
    expect(await shown()).toEqual([]);
    await gateway.sandbox("POST", "/clock", { now: new Date(dueAt + 60_000).toISOString() });

    await eventually("it on the phone", async () => (await shown()).length > 0);
    await gateway.sandbox("POST", "/clock", { advance_seconds: 3_600 });
    expect(await shown()).toHaveLength(1);
  });
});
