import { describe, expect, it } from "vitest";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { keys } from "../../../core/store/keys.ts";
import { mcpWorld } from "./mcp-world.ts";

async function newWorld(settings: { mcp_sends_per_hour?: number; mcp_first_messages_per_day?: number }) {
  const world = mcpWorld();
  const account = await world.account();
  const instance = await world.instance(account);
  const { id, key } = await world.key(account, { kind: "send", ...settings });
  let n = 0;
  const send = (to = `55119977${String(10_000 + ++n)}`) =>
    world.tool(key, "send_message", { instance_id: instance, to, text: "Hello", client_ref: `ref-${n}-${to}` });
  const sent = async (times: number) => {
    let taken = 0;
    for (let time = 0; time < times; time++) if (!(await send()).isError) taken++;
    return taken;
  };
  return { world, account, instance, id, key, send, sent };
}

describe("the limits of a key's tools", () => {
  it("are the key's own: so many sends an hour", async () => {
    const { sent, send } = await newWorld({ mcp_sends_per_hour: 2, mcp_first_messages_per_day: 50 });
    expect(await sent(4)).toBe(2);
    expect(await send()).toMatchObject({ isError: true, code: "limit_reached" });
  });

  it("may be higher than usual: so many first messages a day", async () => {
    const { sent } = await newWorld({ mcp_sends_per_hour: 40, mcp_first_messages_per_day: 12 });
    expect(await sent(14)).toBe(12);
  });

  it("may forbid first messages, which says so and is no limit that ends", async () => {
    const { send } = await newWorld({ mcp_first_messages_per_day: 0 });
    const told = await send();
    expect(told).toMatchObject({
      isError: true,
      code: "key_not_allowed",
      message: expect.stringContaining("write first"),
    });
    expect(told).not.toHaveProperty("retry_after_sec");
  });

  it("count a send whose outcome nobody knows, because it may have been accepted", async () => {
    const { world, sent, send } = await newWorld({ mcp_sends_per_hour: 2, mcp_first_messages_per_day: 50 });
    const { transact } = world.deps.table;
    world.deps.table.transact = async (...given) => {
      await transact.apply(world.table, given);
      throw Object.assign(new Error("The response was lost."), { name: "TimeoutError" });
    };
    expect(await send()).toMatchObject({ isError: true, code: "unavailable" });
    world.deps.table.transact = transact;

    expect(await sent(2)).toBe(1);
  });

  it("are the usual ones of a key that was made before there were settings", async () => {
    const { world, account, id, key, sent } = await newWorld({ mcp_sends_per_hour: 1, mcp_first_messages_per_day: 1 });
    const pointer = await world.table.get(keys.accountKey(account, id));
    const remove = ["mcp_sends_per_hour", "mcp_first_messages_per_day"];
    for (const place of [keys.accountKey(account, id), keys.apiKey(String(pointer?.hmac))])
      await world.table.write({ update: place, remove });

    expect(key).not.toBe("");
    expect(await sent(LIMITS.mcpFirstMessagesPerDay + 2)).toBe(LIMITS.mcpFirstMessagesPerDay);
  });
});
