import { beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../core/contracts/durations.ts";
import { LIMITS } from "../../core/contracts/limits.ts";
import { PANEL_LIMITS } from "../../core/contracts/panel/panel-limits.ts";
import { onceAMinute } from "../../core/records/accounts/once-a-minute.ts";
import { keys } from "../../core/store/keys.ts";
import { type McpWorld, mcpWorld } from "./mcp/mcp-world.ts";

const PHONE = "5511999990001";

let world: McpWorld;
let account: string;
let instance: string;
let key: string;

let aheadMs: number;

/** Uses up a limit while the clock is a day ahead. The clock is correct again afterward. */
async function whileAhead(use: () => Promise<unknown>) {
  aheadMs = DAY_MS;
  await use();
  aheadMs = 0;
}
/** Repeats a request until it is refused. */
async function useUp(ask: () => Promise<{ status: number }>) {
  for (let asked = 0; (await ask()).status < 400; asked++) if (asked > 700) throw new Error("The limit never came.");
}

beforeEach(async () => {
  world = mcpWorld();
  aheadMs = 0;
  const { clock } = world;
  // The world's own clock can't be set back.
  world.deps.clock = {
    now: () => new Date(clock.now().getTime() + aheadMs),
    until: (at) => clock.until(new Date(at.getTime() - aheadMs)),
  };
  account = await world.account();
  instance = await world.instance(account);
  ({ key } = await world.key(account, { mcp_sends_per_hour: 1 }));
  const set = { status: "working", phone: "5511988887777" };
  await world.table.write({ update: keys.instance(instance), set });
});

describe("a limit that was used up while the clock was a day ahead", () => {
  it("doesn't refuse the account's requests for a day", async () => {
    const ask = () => world.ask("GET", "/v1/instances", { key });
    await whileAhead(() => useUp(ask));
    expect((await ask()).status).toBe(200);
    await useUp(ask);
    expect(Number((await ask()).headers["Retry-After"])).toBeLessThanOrEqual(61);
  });

  it("doesn't keep a person out of the panel", async () => {
    const ada = await world.signedIn(account);
    const ask = () => world.panel("GET", "/account", ada);
    for (let asked = 0; asked <= PANEL_LIMITS.requestsPerMinute; asked++) {
      const ahead = new Date(world.clock.now().getTime() + DAY_MS);
      await world.deps.rates.count(keys.panelRate(ada.user, account), PANEL_LIMITS.requestsPerMinute, ahead);
    }
    expect((await ask()).status).toBe(200);
  });

  it("doesn't keep an assistant's tools from sending", async () => {
    let n = 0;
    const send = () =>
      world.tool(key, "send_message", { instance_id: instance, to: PHONE, text: "Hi", client_ref: `ref-${++n}` });
    await whileAhead(send);
    expect((await send()).isError).toBe(false);
    expect(await send()).toMatchObject({ code: "limit_reached" });
  });

  it("doesn't keep a phone from getting codes, or a code from being sent again", async () => {
    const create = () =>
      world.ask("POST", "/v1/otps", { key, body: { instance_id: instance, phone: PHONE, channel: "code" } });
    await whileAhead(() => useUp(create));
    const made = await create();
    expect(made.status).toBe(201);
    const { id } = made.body.data as { id: string };
    const ahead = new Date(world.clock.now().getTime() + DAY_MS).toISOString();
    await world.table.write({ update: keys.otp(account, id), set: { sends: [{ message_id: "msg_1", at: ahead }] } });
    expect((await world.ask("POST", `/v1/otps/${id}/resend`, { key })).status).toBeLessThan(300);
  });

  it("doesn't keep a webhook from being tested", () => {
    const now = world.clock.now();
    const ahead = (ms: number) => new Date(now.getTime() + ms).toISOString();
    expect(onceAMinute("tested_at", ahead(DAY_MS), now)).toHaveLength(1);
    expect(() => onceAMinute("tested_at", ahead(MINUTE_MS / 2), now)).toThrow("once a minute");
  });

  it("counts as before where the clocks of two processes only differ a little", async () => {
    const { eventPollsPerMinute: most } = LIMITS;
    const count = (ms: number) =>
      world.deps.rates.count(keys.keyRate(account, "key_1"), most, new Date(world.clock.now().getTime() + ms));
    for (let asked = 0; asked < most; asked++) await count(MINUTE_MS);
    expect((await count(0)).passes).toBe(false);
  });
});
