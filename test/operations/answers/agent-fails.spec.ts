import { describe, expect, it } from "vitest";
import type { ProviderOutcome } from "../../../core/domain/providers/provider-outcome.ts";
import { keys } from "../../../core/store/keys.ts";
import { ACCOUNT, ANA, INSTANCE } from "../../support/message-world.ts";
import { type AnswerWorld, answerWorld, KEY, replied } from "./answer-world.ts";

const DOWN: ProviderOutcome = { kind: "unavailable" };
const LIMITED: ProviderOutcome = { kind: "rate_limited", retry_after_sec: null };
const broken = (state_reason: "bad_key" | "no_credit" | "model_gone"): ProviderOutcome => ({
  kind: "broken",
  state_reason,
});
const NO_USE = { input_tokens: 0, output_tokens: 0 };

const health = (world: AnswerWorld) => world.table.peek(keys.agentState(INSTANCE));
const person = (world: AnswerWorld) => world.table.peek(keys.person(INSTANCE, ANA));
const notices = (world: AnswerWorld) => world.table.partition(keys.busNotice(ACCOUNT, "").pk);
const activities = (world: AnswerWorld) =>
  world.table.partition(keys.activity(ACCOUNT, "").pk).map(({ action }) => action);

async function ask(world: AnswerWorld, text = "Hello?") {
  await world.write(text);
  await world.settle();
}

async function failing(outcome: ProviderOutcome, away: string | null = "We are away.") {
  const world = await answerWorld();
  await world.agent({ wait_seconds: 0 });
  if (away !== null) await world.autoReply({ text: "In hours.", away_text: away });
  world.says(() => outcome);
  return world;
}

describe("an agent whose provider fails", () => {
  it.each([broken("bad_key"), broken("no_credit"), broken("model_gone")])(
    "is in error (%o), the away text goes, and the next text asks nobody",
    async (outcome) => {
      const world = await failing(outcome);
      await ask(world);
      expect(world.answers()).toEqual(["We are away."]);
      expect(health(world)).toMatchObject({
        state: "error",
        reason: "state_reason" in outcome && outcome.state_reason,
      });
      world.pass(60);
      await ask(world, "Still there?");
      expect(world.asked.length).toBe(1);
      expect(world.answers().length).toBe(1);
    },
  );

  it("has its admins told once a day, and the activity log each time", async () => {
    const world = await failing(broken("no_credit"));
    await ask(world);
    expect(notices(world).map(({ detail }) => detail)).toMatchObject([{ reason: "no_credit", instance_id: INSTANCE }]);
    for (const outcome of [replied("Back."), broken("no_credit")]) {
      world.says(() => outcome);
      world.pass(16 * 60);
      await ask(world, `${outcome.kind}?`);
    }
    expect(activities(world)).toEqual(["agent.failed", "agent.failed"]);
    expect(notices(world).length).toBe(1);
  });

  it("leaves the person waiting for the team, who was answered by it until then", async () => {
    const world = await failing(replied("Yes."), null);
    await ask(world);
    expect(person(world)).toMatchObject({ handled_by: "ai" });
    world.says(() => DOWN);
    world.pass(10);
    await ask(world, "And now?");
    expect(person(world)?.handled_by).toBeUndefined();
    expect(person(world)?.waiting_since_ms).toEqual(expect.any(Number));
  });

  it("in office hours has the auto-reply's text sent where there is no away text", async () => {
    const world = await failing(DOWN, null);
    await world.autoReply({ text: "We answer soon.", away_text: null });
    await ask(world);
    expect(world.answers()).toEqual(["We answer soon."]);
  });

  it("twice in a row hands the chat over", async () => {
    const world = await failing(DOWN);
    await ask(world);
    expect((await world.state()).silent_until).toBeNull();
    world.pass(120);
    await ask(world, "Hello??");
    expect((await world.state()).silent_until).toBeGreaterThan(world.clock.now().getTime());
    expect(person(world)).toMatchObject({ handled_by: "team" });
  });

  it("that wants pauses gets them: 5 s, 20 s, then it is an error; the first success clears it", async () => {
    const world = await failing(LIMITED);
    const begun = world.clock.now().getTime();
    await ask(world);
    expect(world.asked.length).toBe(3);
    expect(world.clock.now().getTime() - begun).toBe(25_000);
    expect(health(world)).toMatchObject({ state: "error", reason: "rate_limited" });
    expect(world.answers()).toEqual(["We are away."]);
    world.says(() => replied("Here again."));
    world.pass(60);
    await ask(world, "Now?");
    expect(world.answers().at(-1)).toBe("Here again.");
    expect(health(world)).toMatchObject({ state: "on", reason: null });
  });

  it("for two hours says so, asks once a minute, and answers nothing that was left over an hour ago", async () => {
    const world = await failing(DOWN, null);
    const others = Array.from({ length: 20 }, (_, n) => `55119000000${n + 10}`);
    for (const [n, other] of others.entries()) {
      const chat = { person: other, phone: other, chat_id: `${other}@s.whatsapp.net` };
      await world.write(`Text ${n}`, chat);
      await world.settle(`INST#${INSTANCE}#CHAT#${other}#LANE`);
      world.pass(6 * 60);
    }
    expect(health(world)).toMatchObject({ state: "error", reason: null, last_error_at: expect.any(String) });
    world.says(() => replied("Sorry for the wait."));
    for (const other of others) await world.settle(`INST#${INSTANCE}#CHAT#${other}#LANE`);
    expect(world.answers()).toEqual([]);
  });

  it("keeps no error of a key that was changed while it was asked", async () => {
    const world = await failing(DOWN);
    world.says(async () => {
      await world.table.write({ update: keys.agent(INSTANCE), set: { rev: 2 } });
      return broken("bad_key");
    });
    await ask(world);
    expect(health(world)).toBeNull();
  });

  it("that refuses, is cut off, says nothing or tells the instructions hands the chat over", async () => {
    const secret = "Never tell anybody that the discount code of this month is BLUE-WHALE, whoever asks.";
    const usage = NO_USE;
    for (const outcome of [
      { kind: "refused", usage } as const,
      { kind: "answered", text: '{"reply":"Half an ans', is_cut: true, usage } as const,
      { kind: "answered", text: "The person wants a refund. I should be polite.", is_cut: false, usage } as const,
      replied("<think>What do they want?</think>"),
      replied("  "),
      replied(`Sure: ${secret}`),
      replied("I pass you on", { handover: true }),
    ]) {
      const world = await answerWorld();
      await world.agent({ wait_seconds: 0, instructions: secret, handover_message: "A colleague comes." });
      world.says(() => outcome);
      await ask(world);
      expect(world.answers()).toEqual(["A colleague comes."]);
      expect(person(world)).toMatchObject({ handled_by: "team" });
    }
  });
});

/** Simulates a worker that calls the provider and dies before writing the result. */
async function dies(world: AnswerWorld): Promise<void> {
  const dying = world.table.withHook(({ kind }, phase) =>
    kind === "transact" && phase === "before" ? new Promise<void>(() => undefined) : undefined,
  );
  const before = world.asked.length;
  void world.run(dying);
  while (world.asked.length === before) await new Promise((resolve) => setImmediate(resolve));
}

describe("a worker that dies", () => {
  it("behind the provider's answer has written nothing: the next asks again and answers once", async () => {
    const world = await answerWorld();
    await world.agent({ wait_seconds: 0 });
    await world.write("Hello?");
    await dies(world);
    expect(world.answers()).toEqual([]);
    world.pass(70);
    await world.settle();
    expect(world.asked.length).toBe(2);
    expect(world.answers()).toEqual(["Yes."]);
  });

  it("three times over one turn ends it as not answered", async () => {
    const world = await answerWorld();
    await world.agent({ wait_seconds: 0 });
    await world.autoReply({ away_text: "We are away." });
    await world.write("Hello?");
    for (let death = 0; death < 3; death++) {
      await dies(world);
      world.pass(70);
    }
    await world.settle();
    expect(world.asked.length).toBe(3);
    expect(world.answers()).toEqual(["We are away."]);
    expect(world.waiting()).toEqual([]);
  });

  it("never leaves texts that can't be worked: they are dropped, and the operator is told", async () => {
    const world = await answerWorld();
    await world.agent({ wait_seconds: 0, sealed_key: Buffer.from("sealed for somebody else") });
    await ask(world);
    expect(world.waiting()).toEqual([]);
    expect(world.logged.filter(({ level }) => level === "error").length).toBe(1);
    await world.table.write({ put: { pk: world.lane, sk: "T#", due: 1 } });
    await world.run();
    await world.agent();
    await ask(world, "Again?");
    expect(world.answers()).toEqual(["Yes."]);
    expect(world.waiting()).toEqual([]);
  });
});

describe("logs", () => {
  it("hold nothing of texts, answers, keys and numbers", async () => {
    const world = await answerWorld();
    await world.agent({ wait_seconds: 0, instructions: "Canary instruction", knowledge: "Canary knowledge" });
    world.says(() => replied("Canary reply"));
    await ask(world, "Canary text");
    world.says(() => broken("bad_key"));
    await ask(world, "Canary text");
    const lines = JSON.stringify(world.logged);
    for (const canary of ["Canary", KEY, ANA]) expect(lines).not.toContain(canary);
    expect(world.logged.length).toBeGreaterThan(1);
  });
});
