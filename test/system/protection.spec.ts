import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { inbox, linkNumber } from "../support/linked-number.ts";

const SHOP = "5511988880055";
const ANA = "5511977770055";
const BIA = "5511977770056";
const STRANGERS = ["5511977770061", "5511977770062", "5511977770063"];
const HOUR = 3_600;

type Json = Record<string, unknown>;

/** When this test starts, it is about 13:00 in the number's time zone. */
describe("number protection", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let shop: { id: string };
  beforeAll(async () => {
    gateway = await startGateway(folder.path);
    shop = await linkNumber(gateway, SHOP);
    for (const phone of [ANA, BIA, ...STRANGERS]) await gateway.sandbox("POST", "/phones", { phone, name: phone });
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  async function send(to: string, text: string): Promise<Json> {
    const answer = await gateway.api<{ data: Json }>("POST", "/v1/messages", { instance_id: shop.id, to, text });
    expect(answer.status).toBe(202);
    return answer.body.data;
  }
  const read = async (id: unknown) => (await gateway.api<{ data: Json }>("GET", `/v1/messages/${id}`)).body.data;
  const arrives = (phone: string, text: string) =>
    eventually(`"${text}" at ${phone}`, async () =>
      (await inbox(gateway, phone)).some((message) => message.text === text),
    );
  const now = async () => Date.parse((await gateway.sandbox<{ now: string }>("GET", "/clock")).body.now);
  const advance = (seconds: number) => gateway.sandbox("POST", "/clock", { advance_seconds: seconds });

  it("lets a first message go by day", async () => {
    await send(STRANGERS[0] ?? "", "Good afternoon");
    await arrives(STRANGERS[0] ?? "", "Good afternoon");
  });

  it("holds first messages at night, says until when, and lets replies go", async () => {
    await advance(10 * HOUR);
    const first = await send(BIA, "Are you interested?");
    expect(first.waiting_reason).toBe("quiet_hours");
    const hoursAhead = (Date.parse(String(first.expected_at)) - (await now())) / HOUR / 1_000;
    expect(hoursAhead).toBeGreaterThan(7);
    expect(hoursAhead).toBeLessThan(9.1);

    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "Still awake?" });
    await eventually("her message", async () => {
      const list = await gateway.api<{ data: Json[] }>("GET", `/v1/messages?instance_id=${shop.id}`);
      return list.body.data.some(({ body }) => body === "Still awake?");
    });
    await send(ANA, "Always");
    await arrives(ANA, "Always");
    expect((await read(first.id)).status).toBe("queued");
  });

  it("sends what waits for a person as soon as they write", async () => {
    await gateway.sandbox("POST", `/phones/${BIA}/messages`, { to: SHOP, text: "Hello?" });
    await arrives(BIA, "Are you interested?");
  });

  it("lets the rest go in the morning, up to the day's cap of new people", async () => {
    const settings = { protection_settings: { new_contacts_per_day: 1 } };
    expect((await gateway.api("PATCH", `/v1/instances/${shop.id}`, settings)).status).toBe(200);
    const second = await send(STRANGERS[1] ?? "", "Good morning");
    const third = await send(STRANGERS[2] ?? "", "And to you");

    await advance(11 * HOUR);

    await arrives(STRANGERS[1] ?? "", "Good morning");
    expect((await read(second.id)).error_code).toBeNull();
    const held = await eventually("the third to wait for the cap", async () => {
      const message = await read(third.id);
      return message.waiting_reason === "daily_cap" ? message : null;
    });
    expect(held.status).toBe("queued");
    expect(Date.parse(String(held.expected_at))).toBeGreaterThan((await now()) + 12 * HOUR * 1_000);
  });
});
