import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { spawnNetwork } from "./support/spawn-network.ts";
import { ANA, at, OLGA, type Stage, setStage } from "./support/stage.ts";

describe("the sandbox API", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await setStage();
  });
  afterAll(() => stage.tearDown());

  const request = (method: string, path: string, body?: unknown) =>
    stage.sandbox.request(method, path, body).then(
      () => ({ status: 200 }),
      ({ status, code, message }) => ({ status, code, message }),
    );

  it.each([
    ["GET", "/phones/15550009999", undefined, 404, "phone_not_found"],
    ["GET", "/phones/nobody", undefined, 404, "phone_not_found"],
    ["GET", "/nothing", undefined, 404, "not_found"],
    ["DELETE", `/phones/${OLGA}`, undefined, 405, "method_not_allowed"],
    ["POST", "/phones", {}, 422, "bad_request"],
    ["POST", "/phones", { phone: "0123", name: "Zero" }, 422, "bad_request"],
    ["POST", "/phones", { phone: OLGA, name: "Olga" }, 409, "phone_exists"],
    ["PATCH", `/phones/${OLGA}`, { online: "yes" }, 422, "bad_request"],
    ["POST", `/phones/${OLGA}/messages`, { text: "to nobody" }, 422, "bad_request"],
    ["POST", `/phones/${OLGA}/messages`, { to: ANA }, 422, "bad_request"],
    ["POST", `/phones/${OLGA}/messages`, { to: "15550009999", text: "hello" }, 404, "phone_not_found"],
    ["POST", `/phones/${OLGA}/messages`, { to: ANA, text: "hello", reply_to: "no" }, 404, "message_not_found"],
    ["POST", `/phones/${OLGA}/messages/no/read`, undefined, 404, "message_not_found"],
    ["POST", `/phones/${OLGA}/unlink`, undefined, 409, "conflict"],
    ["POST", `/phones/${OLGA}/scan`, {}, 422, "bad_request"],
    ["POST", `/phones/${OLGA}/enter-code`, { code: "ABCD1234" }, 422, "unknown_code"],
    ["POST", `/phones/${OLGA}/messages`, { to: ANA, text: "a", poll: { name: "?" } }, 422, "bad_request"],
    ["POST", `/phones/${OLGA}/messages`, { to: ANA, media: { data: "?", mimetype: "image/png" } }, 422, "bad_request"],
    ["POST", `/phones/${OLGA}/messages`, { to: ANA, sticker: { data: "" } }, 422, "bad_request"],
    ["POST", `/phones/${OLGA}/messages`, { chat_id: "1@g.us", text: "hello" }, 404, "chat_not_found"],
    ["POST", `/phones/${OLGA}/messages/no/react`, { emoji: "!" }, 404, "message_not_found"],
    ["GET", `/phones/${OLGA}/messages/no/media`, undefined, 404, "message_not_found"],
    ["GET", `/phones/${OLGA}/arrival`, undefined, 422, "bad_request"],
    ["GET", `/phones/${OLGA}/arrival?text=no`, undefined, 404, "message_not_found"],
    ["POST", `/phones/${OLGA}/calls`, { to: OLGA }, 422, "bad_request"],
    ["POST", `/phones/${OLGA}/calls/no/end`, {}, 404, "call_not_found"],
    ["POST", `/phones/${OLGA}/block`, { phone: OLGA }, 422, "bad_request"],
    ["GET", "/groups/1@g.us", undefined, 404, "chat_not_found"],
    ["POST", "/groups", { subject: "Tea", owner: "15550009999" }, 404, "phone_not_found"],
    ["GET", "/channels/1@newsletter", undefined, 404, "chat_not_found"],
    ["POST", "/faults", { kind: "earthquake" }, 422, "bad_request"],
    ["POST", "/clock", { now: "2020-01-01T00:00:00Z" }, 422, "bad_request"],
    ["POST", "/clock", { now: "tomorrow" }, 422, "bad_request"],
    ["POST", "/clock", {}, 422, "bad_request"],
  ])("%s %s %j answers %i %s", async (method, path, body, status, code) => {
    expect(await request(method, path, body)).toMatchObject({ status, code, message: expect.stringMatching(/\w/) });
  });

  it("answers 422 to a body that is no JSON", async () => {
    const response = await fetch(`${stage.network.sandboxUrl}/phones`, { method: "POST", body: "{" });

    expect(response.status).toBe(422);
  });

  it("lets people write to each other, and lists one chat or all", async () => {
    const { id } = await stage.sandbox.write(ANA, { to: OLGA, text: "phone to phone" });

    expect((await stage.sandbox.messages(OLGA, at(ANA))).map((message) => message.id)).toEqual([id]);
    expect(await stage.sandbox.messages(OLGA, at("15550009999"))).toEqual([]);
    await expect.poll(async () => (await stage.sandbox.messages(ANA))[0]?.status).toBe("delivered");
  });

  it("moves the clock forward", async () => {
    const { now } = await stage.sandbox.clock();
    const moved = await stage.sandbox.moveClock({ advance_seconds: 3600 });

    expect(moved.settled).toBe(true);
    expect(new Date(moved.now).getTime() - new Date(now).getTime()).toBeGreaterThanOrEqual(3_600_000);
    expect((await stage.sandbox.clock()).now >= moved.now).toBe(true);
  });

  it("says in one sentence which port is taken and how to choose another", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const address = holder.address();
    const port = typeof address === "object" && address ? address.port : 0;

    await expect(spawnNetwork({ sandboxPort: port })).rejects.toThrow(
      `Port ${port} is already in use: set SANDBOX_PORT to a free port`,
    );
    holder.close();
  });
});
