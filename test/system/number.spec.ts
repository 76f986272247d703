import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { hasStatus } from "../support/linked-number.ts";

const OLGA = "15550001001";
const ANA = "15550001002";

interface Envelope {
  data: Record<string, unknown>;
}

describe("a number linked by a code", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let path: string;
  beforeAll(async () => {
    gateway = await startGateway(folder.path);
    for (const [phone, name] of [
      [OLGA, "Olga"],
      [ANA, "Ana"],
    ]) {
      await gateway.sandbox("POST", "/phones", { phone, name });
    }
    const created = await gateway.api<Envelope>("POST", "/v1/instances", { name: "Shop" });
    path = `/v1/instances/${String(created.body.data.id)}`;
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  const api = (method: string, what: string, body?: unknown) => gateway.api<Envelope>(method, `${path}${what}`, body);
  const events = async (type: string) => {
    const answer = await gateway.api<{ data: { data: Record<string, unknown> }[] }>(
      "GET",
      `/v1/events?types[]=${type}`,
    );
    return answer.body.data.map(({ data }) => data);
  };

  it("works once its owner has typed the code", async () => {
    const code = await eventually("a code", async () => {
      const answer = await api("POST", "/pairing-code", { phone: OLGA });
      return answer.status === 200 ? answer.body.data : null;
    });
    expect(code.code).toMatch(/^[A-Z0-9]{8}$/);
    expect(code.expires_at).toMatch(/\+00:00$/);
    const entered = await gateway.sandbox("POST", `/phones/${OLGA}/enter-code`, { code: code.code });
    expect(entered.status).toBe(200);
    await eventually("the instance to work", () => hasStatus(gateway, path.split("/").at(-1) ?? "", "working"));
  });

  it("shows a name, words and a picture, which anybody with the link can fetch", async () => {
    const data = await sharp({ create: { width: 50, height: 50, channels: 3, background: "blue" } })
      .png()
      .toBuffer();
    const changed = await eventually("the profile to be changed", async () => {
      const answer = await api("PATCH", "/profile", {
        name: "Olga's shop",
        about: "Open 9 to 5",
        picture: { data: data.toString("base64") },
      });
      return answer.status === 200 ? answer.body.data : null;
    });
    expect(changed).toMatchObject({ name: "Olga's shop", about: "Open 9 to 5" });
    const { body } = await api("GET", "/profile");
    expect(body.data).toMatchObject({ name: "Olga's shop", about: "Open 9 to 5" });
    const picture = await fetch(String(body.data.picture_url));
    expect(picture.headers.get("content-type")).toBe("image/jpeg");
    expect(await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).toMatchObject({ width: 640, height: 640 });
  });

  it("looks for others, and counts how often", async () => {
    expect((await api("POST", "/check", { phone: ANA })).body.data).toEqual({
      phone: ANA,
      on_messenger: true,
      checks_left_today: 19,
    });
  });

  it("tells the network's form of a number that is written in two ways, and counts one question for both", async () => {
    const [known, asked] = ["551187654321", "5511987654321"];
    await gateway.sandbox("POST", "/phones", { phone: known, name: "Rio" });
    const answer = { phone: known, on_messenger: true, checks_left_today: 18 };

    for (const phone of [asked, known, asked])
      expect((await api("POST", "/check", { phone })).body.data).toEqual(answer);
    expect((await api("GET", `/contacts/${known}`)).status).toBe(404);
  });

  it("declines calls on request, and by itself once it is told to", async () => {
    const call = async () => {
      const { body } = await gateway.sandbox("POST", `/phones/${ANA}/calls`, { to: OLGA });
      const id = String(body.id);
      const told = await eventually("call.received", async () =>
        (await events("call.received")).find((event) => event.id === id),
      );
      return { id, told };
    };
    const first = await call();
    expect(first.told).toMatchObject({ phone: ANA, is_video: false, rejected: false });
    const declined = await api("POST", "/calls/reject", { call_id: first.id, from: first.told.from });
    expect(declined.status).toBe(204);

    expect((await api("PATCH", "", { reject_calls: true })).body.data.reject_calls).toBe(true);
    const second = await call();
    expect(second.told.rejected).toBe(true);
    await eventually("both calls to be declined", async () => {
      const ids = (await events("call.rejected")).map(({ id }) => id);
      return ids.includes(first.id) && ids.includes(second.id);
    });
  });
});
