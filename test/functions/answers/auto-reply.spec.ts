import { beforeEach, describe, expect, it } from "vitest";
import { keys } from "../../../core/store/keys.ts";
import { dataOf, type LinkedWorld, linkedWorld } from "../linked-world.ts";

let world: LinkedWorld;
beforeEach(async () => {
  world = await linkedWorld();
});

const path = () => `/v1/instances/${world.instance}/auto-reply`;
const patch = (body: Record<string, unknown>) => world.ask("PATCH", path(), body);
const read = async () => dataOf(await world.ask("GET", path()));
const HOURS = { days: ["mon", "tue"], from: "09:00", to: "18:00" };

describe("an auto-reply", () => {
  it("that was never set is off", async () => {
    const off = { enabled: false, text: null, away_text: null, hours: null, every_hours: 12, language: null };
    expect(await read()).toEqual(off);
  });

  it("changes by what is given", async () => {
    await patch({ away_text: "Closed", hours: HOURS, every_hours: 168, language: "pt" });

    const on = dataOf(await patch({ enabled: true, hours: null }));

    expect(on).toEqual({
      ...{ enabled: true, text: null, away_text: "Closed", hours: null, every_hours: 168, language: "pt" },
    });
    expect(await read()).toEqual(on);
    expect(world.table.peek(keys.automations(world.instance))).toMatchObject({ auto_reply: true });
    const { body } = await world.ask("GET", "/v1/activity");
    expect(body.data).toMatchObject([{ action: "auto_reply.changed", changed: ["enabled", "hours"] }, {}]);
  });

  it.each([
    ["text", { enabled: true }],
    ["text", { enabled: true, text: " ", away_text: "" }],
    ["text", { text: "x".repeat(1_001) }],
    ["every_hours", { every_hours: 0 }],
    ["every_hours", { every_hours: 169 }],
    ["hours.days", { hours: { ...HOURS, days: ["today"] } }],
    ["hours.to", { hours: { ...HOURS, to: "9:00" } }],
    ["language", { language: "klingon" }],
  ])("refuses errors.%s of %j", async (field, body) => {
    expect(await patch(body)).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } });
    expect(world.table.peek(keys.autoReply(world.instance))).toBeNull();
  });

  it("that is on can't lose its last text", async () => {
    await patch({ enabled: true, text: "Hello" });

    expect(await patch({ text: null })).toMatchObject({ status: 422 });
    expect(await patch({ text: null, enabled: false })).toMatchObject({ status: 200 });
  });

  it("loses nothing when changes meet", async () => {
    await Promise.all([patch({ text: "Hello" }), patch({ away_text: "Closed" }), patch({ every_hours: 1 })]);

    expect(await read()).toMatchObject({ text: "Hello", away_text: "Closed", every_hours: 1 });
  });
});
