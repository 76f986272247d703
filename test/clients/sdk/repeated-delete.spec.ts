import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Gateway, GatewayError } from "../../../clients/sdk/src/index.ts";
import { keys } from "../../../core/store/keys.ts";
import { idOf, type LinkedWorld, linkedWorld, TO } from "../../functions/linked-world.ts";

beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0); // no pause between the tries
});
afterEach(() => {
  vi.restoreAllMocks();
});

/**
 * Creates a client for the real routes over an in-memory table. The first `lost` DELETE requests take effect, but their
 * responses are lost.
 */
function clientOf(world: LinkedWorld, lost: number) {
  let deletes = 0;
  const gateway = new Gateway({
    apiKey: world.key,
    baseUrl: "http://gateway.test",
    fetch: async (url, init) => {
      const { pathname, search } = new URL(String(url));
      const method = init?.method ?? "GET";
      const { status, headers, text } = await world.ask(method, `${pathname}${search}`);
      if (method === "DELETE" && deletes++ < lost) throw new TypeError("The connection was reset.");
      return new Response(text === "" ? null : text, { status, headers });
    },
  });
  return { gateway, deletes: () => deletes };
}

const scheduled = async (world: LinkedWorld) => idOf(await world.send({ text: "Hi", send_at: "2026-11-20T12:00:00Z" }));
const queued = async (world: LinkedWorld) => idOf(await world.send({ text: "Hi" }));
const otp = async (world: LinkedWorld) =>
  idOf(await world.ask("POST", "/v1/otps", { instance_id: world.instance, channel: "code", phone: TO }));

describe("a DELETE whose answer is lost", () => {
  it.each([1, 2])("%d times has taken back a scheduled and a queued message", async (lost) => {
    const world = await linkedWorld();
    const { gateway, deletes } = clientOf(world, lost);
    expect(await gateway.messages.delete(await scheduled(world))).toBeUndefined();
    expect(deletes()).toBe(lost + 1);
    const again = clientOf(world, lost).gateway;
    expect(await again.messages.delete(await queued(world))).toMatchObject({
      status: "failed",
      error_code: "cancelled",
    });
  });

  it("has deleted a sent message for everyone", async () => {
    const world = await linkedWorld();
    const id = await queued(world);
    await world.relay(id);
    const { gateway } = clientOf(world, 1);
    const deleted = await world.withSession(
      async () => {
        await world.table.write({
          update: keys.message(world.account, id),
          set: { deleted_at: "2026-11-20T09:31:00Z" },
        });
        return { kind: "done" } as never;
      },
      async () => gateway.messages.delete(id),
    );
    expect(deleted).toMatchObject({ id, deleted_at: expect.any(String) });
    expect(world.commands.length).toBe(1);
  });

  it("has ended an OTP, and deleted a label and an instance", async () => {
    const world = await linkedWorld();
    expect(await clientOf(world, 1).gateway.otps.delete(await otp(world))).toBeUndefined();
    const label = idOf(await world.ask("POST", `/v1/instances/${world.instance}/labels`, { name: "Paid", color: 1 }));
    expect(await clientOf(world, 1).gateway.labels.delete(world.instance, label)).toBeUndefined();
    const { gateway } = clientOf(world, 1);
    const { status, data } = await gateway.instances.delete(world.instance).withResponse();
    expect([status, data]).toEqual([404, undefined]);
  });

  it("and that is refused for another reason says so", async () => {
    const world = await linkedWorld();
    const { gateway } = clientOf(world, 1);
    const received = await world.receive();
    await expect(gateway.messages.delete(received)).rejects.toMatchObject({ status: 409, code: "conflict" });
    const nowhere = clientOf(world, 1).gateway.labels.delete("inst_01JD3X4Y5Z6A7B8C9D0E1F2G3H", "1");
    await expect(nowhere).rejects.toMatchObject({ status: 404, code: "instance_not_found" });
  });
});

describe("a DELETE that is answered at once", () => {
  it("says that there is nothing, and that it was too late", async () => {
    const world = await linkedWorld();
    const { gateway, deletes } = clientOf(world, 0);
    const id = await queued(world);
    await gateway.messages.delete(id);
    for (const asked of [gateway.messages.delete("msg_01JD3X4Y5Z6A7B8C9D0E1F2G3H"), gateway.messages.delete(id)]) {
      await expect(asked).rejects.toBeInstanceOf(GatewayError);
    }
    expect(deletes()).toBe(3);
  });

  it("by too many requests has done nothing: what follows counts", async () => {
    const answers = [
      Response.json(
        { code: "rate_limited", message: "Wait.", errors: {} },
        { status: 429, headers: { "Retry-After": "0" } },
      ),
      Response.json({ code: "message_not_found", message: "No.", errors: {} }, { status: 404 }),
    ];
    const fetch = async () => answers.shift() ?? new Response();
    const gateway = new Gateway({ apiKey: "key", baseUrl: "http://gateway.test", fetch });
    await expect(gateway.messages.delete("msg_1")).rejects.toMatchObject({ code: "message_not_found" });
  });
});
