import { beforeEach, describe, expect, it } from "vitest";
import { agentKeyOwner, agentKeyPlace } from "../../../core/contracts/answers/agent-key.ts";
import { agentRecords } from "../../../core/records/answers/agent.ts";
import { keys } from "../../../core/store/keys.ts";
import { AGENT_LANE, chatLane } from "../../../core/store/lane-names.ts";
import { dataOf, type LinkedWorld, linkedWorld } from "../linked-world.ts";

const KEY = "sk-proj-Secret0123456789wXyZ";
const ANTHROPIC = "sk-ant-Secret0123456789AbCd";

let world: LinkedWorld;
beforeEach(async () => {
  world = await linkedWorld();
});

const path = () => `/v1/instances/${world.instance}/ai-agent`;
const patch = (body: Record<string, unknown>) => world.ask("PATCH", path(), body);
const read = async () => dataOf(await world.ask("GET", path()));
const verifyRow = () => world.table.peek(keys.laneRow(chatLane(world.instance, AGENT_LANE), "V#verify"));
const automations = () => world.table.peek(keys.automations(world.instance));
const refused = (field: string) => ({
  status: 422,
  body: { code: "validation_failed", errors: { [field]: [expect.stringMatching(/^[A-Z].*\.$/)] } },
});

describe("an AI agent", () => {
  it("that was never set is off, with the documented values, also on an instance that is not connected", async () => {
    const fresh = await world.newInstance();

    expect(dataOf(await world.ask("GET", `/v1/instances/${fresh}/ai-agent`))).toEqual({
      enabled: false,
      provider: "openai",
      model: "gpt-6-luna",
      models: ["gpt-6-luna", "gpt-6.1-terra", "gpt-6.1-sol"],
      api_key_last4: null,
      instructions: "",
      knowledge: "",
      max_replies_per_chat_per_day: 30,
      wait_seconds: 3,
      handover_words: [],
      handover_message: "",
      pause_after_team_reply_minutes: 60,
      hours: null,
      usage_today: { replies: 0, input_tokens: 0, output_tokens: 0 },
      state: "off",
      state_reason: null,
      last_error_at: null,
    });
  });

  it("is turned on with a key, keeps what is not named, and has its provider tried behind the answer", async () => {
    const hours = { days: ["mon", "sun"], from: "22:00", to: "06:00" };
    await patch({ instructions: "Be kind", wait_seconds: 10, pause_after_team_reply_minutes: 5, hours });
    expect(verifyRow()).toBeNull();

    const on = await patch({ enabled: true, api_key: `  ${KEY}\n` });

    expect(on).toMatchObject({ status: 200, body: { data: { enabled: true, state: "on", api_key_last4: "wXyZ" } } });
    expect(await read()).toMatchObject({ instructions: "Be kind", wait_seconds: 10, hours });
    expect(automations()).toMatchObject({ agent: true, wait_seconds: 10, pause_minutes: 5 });
    expect(verifyRow()).toMatchObject({ rev: 2 });
    expect(world.woken).toContain(chatLane(world.instance, AGENT_LANE));
  });

  it("is told as the calls of its provider found it, until its key, model or provider change", async () => {
    await patch({ enabled: true, api_key: KEY });
    const health = { state: "error", reason: "no_credit", last_error_at: "2026-11-20T09:00:00.000Z", retry_at: null };
    await world.table.write({ put: { ...keys.agentState(world.instance), ...health, limited: 0, down: 0 } });
    await world.table.write({
      update: keys.agentDay(world.instance, "2026-11-20"),
      add: { replies: 2, input_tokens: 700, output_tokens: 50 },
    });

    expect(dataOf(await patch({ knowledge: "Open 9 to 18" }))).toMatchObject({
      state: "error",
      state_reason: "no_credit",
      last_error_at: "2026-11-20T09:00:00+00:00",
      usage_today: { replies: 2, input_tokens: 700, output_tokens: 50 },
    });
    expect(dataOf(await patch({ model: "gpt-6.1-sol" }))).toMatchObject({ state: "on", state_reason: null });
  });

  it.each([
    [{ enabled: true }, "api_key"],
    [{ api_key: "no key at all" }, "api_key"],
    [{ api_key: "sk-" }, "api_key"],
    [{ api_key: ANTHROPIC }, "api_key"],
    [{ provider: "anthropic" }, "api_key"],
    [{ provider: "anthropic", api_key: KEY }, "api_key"],
    [{ api_key: null, enabled: true }, "api_key"],
    [{ model: "claude-haiku-5-5" }, "model"],
    [{ model: "gpt-4o" }, "model"],
    [{ provider: "gemini" }, "provider"],
    [{ handover_words: Array(21).fill("human") }, "handover_words"],
    [{ max_replies_per_chat_per_day: 0 }, "max_replies_per_chat_per_day"],
    [{ wait_seconds: 31 }, "wait_seconds"],
    [{ pause_after_team_reply_minutes: 1.5 }, "pause_after_team_reply_minutes"],
    [{ instructions: "x".repeat(8_001) }, "instructions"],
    [{ hours: { days: [], from: "09:00", to: "18:00" } }, "hours.days"],
    [{ hours: { days: ["mon", "mon"], from: "09:00", to: "18:00" } }, "hours.days"],
    [{ hours: { days: ["mon"], from: "24:00", to: "18:00" } }, "hours.from"],
  ])("refuses %j with errors.%s, and nothing changes", async (body, field) => {
    expect(await patch(body)).toMatchObject(refused(field));
    expect(world.table.peek(keys.agent(world.instance))).toBeNull();
  });

  it("changes its provider with a key of that one, and gets that one's default model", async () => {
    await patch({ enabled: true, api_key: KEY, model: "gpt-6.1-sol" });

    const changed = dataOf(await patch({ provider: "anthropic", api_key: ANTHROPIC }));

    expect(changed).toMatchObject({ provider: "anthropic", model: "claude-haiku-5-5", api_key_last4: "AbCd" });
    expect(changed.models).toEqual(["claude-haiku-5-5", "claude-sonnet-5-5", "claude-opus-5-5"]);
  });

  it("keeps a model that is no longer offered, and lists it", async () => {
    await patch({ api_key: KEY });
    await world.table.write({ update: keys.agent(world.instance), set: { model: "gpt-4o" } });

    expect(dataOf(await patch({ enabled: true, model: "gpt-4o" }))).toMatchObject({
      model: "gpt-4o",
      models: expect.arrayContaining(["gpt-4o", "gpt-6-luna"]),
      state: "on",
    });
  });

  it("is off without its key", async () => {
    await patch({ enabled: true, api_key: KEY });

    expect(dataOf(await patch({ api_key: null }))).toMatchObject({ enabled: false, state: "off", api_key_last4: null });
    expect(automations()).toMatchObject({ agent: false });
    expect(await patch({ enabled: true })).toMatchObject(refused("api_key"));
  });

  it("loses nothing when changes meet", async () => {
    const fields = { instructions: "a", knowledge: "b", handover_message: "c", wait_seconds: 7, enabled: true };
    const bodies = Object.entries(fields).map(([name, value]) => ({
      [name]: value,
      ...(name === "enabled" && { api_key: KEY }),
    }));

    const answers = await Promise.all(bodies.map(patch));

    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    expect(await read()).toMatchObject({ ...fields, api_key_last4: "wXyZ" });
    expect(world.table.peek(keys.agent(world.instance))).toMatchObject({ rev: bodies.length });
  });

  it("the same again changes nothing and writes nothing", async () => {
    await patch({ instructions: "a", hours: { days: ["mon"], from: "09:00", to: "18:00" } });
    const before = world.table.all();

    await patch({ instructions: "a", hours: { days: ["mon"], from: "09:00", to: "18:00" }, enabled: false });

    expect(world.table.peek(keys.agent(world.instance))).toMatchObject({ rev: 1 });
    expect(world.table.all().length).toBe(before.length);
  });

  it("of an instance that is deleted meanwhile is not written", async () => {
    await world.table.write({ update: keys.instance(world.instance), set: { removed_at: "2026-11-20T09:00:00.000Z" } });

    expect(await patch({ instructions: "a" })).toMatchObject({ status: 404, body: { code: "instance_not_found" } });
  });
});

describe("an agent's key", () => {
  it("is in no answer, item, line of the log or of the activity log: its last 4 characters alone", async () => {
    const lines: string[] = [];
    const note = (fields: object, line: string) => void lines.push(JSON.stringify([fields, line]));
    world.deps.log = { info: note, warn: note, error: note };
    const answers = [
      await patch({ enabled: true, api_key: KEY }),
      await patch({ api_key: ANTHROPIC }),
      await patch({ api_key: `${KEY} and more` }),
      await world.ask("GET", path()),
      await world.ask("GET", "/v1/activity"),
    ];

    const everywhere = JSON.stringify([answers, lines, world.table.all()]);
    expect(everywhere).not.toContain("Secret0123456789");
    expect(everywhere).not.toContain(Buffer.from(KEY).toString("base64"));
    expect(answers[4]?.body.data).toMatchObject([
      { action: "agent.changed", by: "key", instance_id: world.instance, changed: ["enabled", "api_key"] },
    ]);
  });

  it("is sealed for its instance: moved to another one it does not open", async () => {
    await patch({ api_key: KEY });
    const { sealed_key } = (await agentRecords.read(world.table, world.instance)) ?? {};
    const open = (instance: string) =>
      world.deps.vault.open(agentKeyOwner(world.account), agentKeyPlace(instance), sealed_key ?? new Uint8Array());

    expect(String(await open(world.instance))).toBe(KEY);
    await expect(open(await world.newInstance())).rejects.toThrow();
    await expect(
      world.deps.vault.open(
        { account_id: world.account },
        agentKeyPlace(world.instance),
        sealed_key ?? new Uint8Array(),
      ),
    ).rejects.toThrow();
  });
});
