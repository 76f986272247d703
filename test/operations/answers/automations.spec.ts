import { describe, expect, it } from "vitest";
import { handledByHand } from "../../../core/domain/answers/chat-state.ts";
import { keys } from "../../../core/store/keys.ts";
import { chatLane } from "../../../core/store/lane-names.ts";
import { ACCOUNT, ANA, INSTANCE } from "../../support/message-world.ts";
import { type AnswerWorld, answerWorld, MENU, replied } from "./answer-world.ts";

const person = (world: AnswerWorld) => world.table.peek(keys.person(INSTANCE, ANA));

async function says(world: AnswerWorld, text: string): Promise<string | null | undefined> {
  const before = world.outs().length;
  await world.write(text);
  await world.settle();
  return world.outs().length > before ? world.answers().at(-1) : null;
}

describe("a menu", () => {
  it("greets once in 12 hours, opens lists and closes them after 30 minutes", async () => {
    const world = await answerWorld();
    await world.menu();
    const top = "Welcome!\n\n1. Opening hours\n2. Orders\n3. A person\n4. Robot";
    expect(await says(world, "hello")).toBe(top);
    expect(person(world)).toMatchObject({ handled_by: "menu" });
    expect(await says(world, "٢")).toBe("Orders\n\n1. Where is mine?");
    expect(await says(world, "1️⃣")).toBe("On its way.");
    expect(await says(world, "0")).toBe(top);
    expect(await says(world, "1")).toBe("9 to 5.");
    world.pass(31 * 60);
    expect(await says(world, "thank you all")).toBeNull();
    expect(person(world)?.handled_by).toBeUndefined();
    expect(await says(world, "2")).toBe("Orders\n\n1. Where is mine?");
    world.pass(12 * 3_600);
    expect(await says(world, "good morning")).toBe(top);
  });

  it("that is replaced closes the lists that are open", async () => {
    const world = await answerWorld();
    await world.menu();
    await says(world, "hi");
    await says(world, "2");
    await world.menu({ ...MENU, choices: [{ label: "Only this", outcome: "answer", answer: "This." }] }, 2);
    expect(await says(world, "1")).toBe("This.");
  });

  it("takes the choice among several texts of a turn", async () => {
    const world = await answerWorld();
    await world.menu();
    await says(world, "hi");
    await world.write("1");
    expect(await says(world, "thanks in advance!")).toBe("9 to 5.");
  });

  it("hands over by its own words, and the second miss goes to the team where no agent is", async () => {
    const world = await answerWorld();
    await world.menu();
    await says(world, "hi");
    expect(await says(world, "what about my parcel")).toContain("Responda com um número de 1 a 4");
    expect(await says(world, "you don't get it")).toBe(MENU.handover_message);
    expect(person(world)).toMatchObject({ handled_by: "team" });
    expect(await says(world, "1")).toBeNull();
    world.pass(12 * 3_600);
    expect(await says(world, "1")).toContain("Welcome!");
  });

  it("gives the chat to the agent, which keeps it for 12 idle hours; the same text is the agent's", async () => {
    const world = await answerWorld();
    await world.menu();
    await world.agent({ wait_seconds: 0 });
    await says(world, "hi");
    expect(await says(world, "4")).toBe("Yes.");
    expect(person(world)).toMatchObject({ handled_by: "ai" });
    expect(await says(world, "1")).toBe("Yes.");
    world.pass(12 * 3_600 + 1);
    expect(await says(world, "1")).toContain("Welcome!");
  });
});

describe("an auto-reply", () => {
  it("goes in its hours, the away text outside them, once a person in its hours, whatever they write", async () => {
    const world = await answerWorld();
    const hours = { days: ["mon" as const], from: "10:00", to: "11:00" };
    await world.autoReply({ text: "Soon.", away_text: "Tomorrow.", hours, every_hours: 2 });
    expect(await says(world, "hi")).toBe("Soon.");
    expect(await says(world, "hello??")).toBeNull();
    world.pass(2 * 3_600);
    expect(await says(world, "hi")).toBe("Tomorrow.");
    expect(world.outs().every(({ origin }) => origin === "auto")).toBe(true);
    expect(person(world)?.waiting_since_ms).toEqual(expect.any(Number));
  });
});

describe("an agent's day", () => {
  it("ends at midnight of the zone: its chats' limit, and the instance's tokens", async () => {
    const world = await answerWorld();
    await world.agent({ wait_seconds: 0, max_replies_per_chat_per_day: 2 });
    await world.autoReply({ text: "In hours.", away_text: "Away.", every_hours: 1 });
    await world.table.write({ update: keys.instance(INSTANCE), set: { timezone: "America/Sao_Paulo" } });
    await world.table.write({ update: keys.sending(INSTANCE), set: { timezone: "America/Sao_Paulo" } });
    world.clock.moveTo(new Date("2026-03-17T02:50:00Z")); // ten to midnight there
    const said = [await says(world, "a"), await says(world, "b"), await says(world, "c")];
    expect(said).toEqual(["Yes.", "Yes.", "Away."]);
    world.clock.moveTo(new Date("2026-03-17T02:59:59Z"));
    expect(await says(world, "d")).toBeNull();
    world.clock.moveTo(new Date("2026-03-17T03:00:00Z"));
    expect(await says(world, "e")).toBe("Yes.");
    expect(world.table.peek(keys.agentDay(INSTANCE, "2026-03-16"))).toMatchObject({ replies: 2 });
    await world.table.write({ update: keys.agentDay(INSTANCE, "2026-03-17"), set: { input_tokens: 3_000_000 } });
    world.pass(3_600);
    expect(await says(world, "f")).toBe("Away.");
    world.clock.moveTo(new Date("2026-03-18T03:00:00Z"));
    expect(await says(world, "g")).toBe("Yes.");
  });

  it("has as many answers for one chat as max_replies_per_chat_per_day says, above 40 too", async () => {
    const world = await answerWorld();
    await world.agent({ wait_seconds: 0, max_replies_per_chat_per_day: 50 });
    world.says(() => replied(`Answer ${world.asked.length}.`));
    for (let n = 0; n < 52; n++) {
      await says(world, `Question ${n}?`);
      world.pass(60);
    }
    expect(world.outs().length).toBe(50);
    expect(world.table.partition(keys.activity(ACCOUNT, "").pk)).toEqual([]);
  });

  it("has hours that may span midnight, and change with the clocks", async () => {
    const world = await answerWorld();
    const hours = { days: ["sat" as const], from: "22:00", to: "03:30" };
    await world.agent({ wait_seconds: 0, hours });
    await world.table.write({ update: keys.instance(INSTANCE), set: { timezone: "Europe/Berlin" } });
    await world.table.write({ update: keys.sending(INSTANCE), set: { timezone: "Europe/Berlin" } });
    // On March 29, 2026, at 01:00 UTC, clocks in Berlin go forward from 02:00 to 03:00.
    for (const [at, answer] of [
      ["2026-03-28T20:59:00Z", null],
      ["2026-03-28T21:00:00Z", "Yes."],
      ["2026-03-29T01:29:00Z", "Yes."],
      ["2026-03-29T01:30:00Z", null],
    ] as const) {
      world.clock.moveTo(new Date(at));
      expect([at, await says(world, `at ${at}`)]).toEqual([at, answer]);
    }
  });
});

describe("a plan", () => {
  it("that has ended, or whose day is used, answers nobody and asks no provider; each answer counts", async () => {
    const world = await answerWorld();
    await world.agent({ wait_seconds: 0 });
    const account = {
      id: ACCOUNT,
      name: "A",
      plan: "trial",
      status: "active",
      created_at: "2026-03-16T00:00:00+00:00",
    };
    const put = (change: object) => world.table.write({ put: { ...keys.account(ACCOUNT), ...account, ...change } });
    await put({ trial_ends_at: "2026-03-20T00:00:00+00:00" });
    const sent = keys.sentMessages(ACCOUNT, "2026-03-16");
    await world.table.write({ put: { ...sent, messages: 99 } });
    expect(await says(world, "hi")).toBe("Yes.");
    expect(world.table.peek(sent)).toMatchObject({ messages: 100 });
    expect(await says(world, "hello")).toBeNull();
    expect(person(world)?.handled_by).toBeUndefined();
    await world.table.write({ delete: sent });
    for (const change of [{ trial_ends_at: "2026-03-16T00:00:00+00:00" }, { status: "suspended" }]) {
      await put(change);
      expect(await says(world, `now ${JSON.stringify(change)}`)).toBeNull();
    }
    expect(world.asked.length).toBe(1);
  });
});

describe("two automations that talk to each other", () => {
  it("end after at most 12 answers each, and the activity log says so", async () => {
    const world = await answerWorld();
    await world.menu();
    await world.agent({ wait_seconds: 0 });
    let n = 0;
    world.says(() => replied(`Machine ${n}`));
    for (; n < 40; n++) {
      await says(world, `Their machine says ${n}`);
      world.pass(10);
    }
    expect(world.outs().length).toBeLessThanOrEqual(12);
    const activity = world.table.partition(keys.activity(ACCOUNT, "").pk).map(({ action }) => action);
    expect(activity).toEqual(["automation.loop_stopped"]);
    expect(person(world)).toMatchObject({ handled_by: "team" });
  });

  it("are not a person in a nested menu, nor one who says ok after each answer", async () => {
    const world = await answerWorld();
    await world.menu();
    await world.agent({ wait_seconds: 0 });
    await says(world, "hi");
    for (const text of ["1", "1", "0", "1", "2", "1", "0", "1"]) {
      world.pass(5);
      expect(await says(world, text), text).not.toBeNull();
    }
    world.says(() => replied(`Answer ${world.asked.length}.`));
    for (const text of ["4", "ok", "And then?", "ok", "And then again?", "ok", "How much is it?"]) {
      world.pass(10);
      expect(await says(world, text), text).toMatch(/^Answer/);
    }
  });

  it("are not three voice notes, but are three equal texts that get the same answer", async () => {
    const world = await answerWorld();
    await world.agent({ wait_seconds: 0 });
    for (let n = 0; n < 4; n++) {
      await world.write("", { type: "audio", body: null });
      await world.settle();
      world.pass(20);
    }
    expect(world.outs().length).toBe(4);
    for (let n = 0; n < 4; n++) {
      await says(world, "Same.");
      world.pass(20);
    }
    expect(world.outs().length).toBe(6);
  });
});

describe("a chat that somebody set to the team by hand", () => {
  it("stays silent, also behind a reply, until it is set back", async () => {
    const world = await answerWorld();
    await world.agent({ wait_seconds: 0 });
    const set = (by: "team" | null) => {
      const { handled_by, handled_until, silent_until } = handledByHand({} as never, by);
      return world.table.write({
        update: keys.chatState(INSTANCE, ANA),
        set: { handled_by, handled_until, silent_until },
      });
    };
    await set("team");
    expect(await says(world, "hi")).toBeNull();
    await world.phone("I am here");
    world.pass(2 * 3_600);
    expect(await says(world, "hello")).toBeNull();
    await set(null);
    expect(await says(world, "anybody")).toBe("Yes.");
  });
});

describe("a person who turns out to be two", () => {
  it("has the texts of the private id answered in the phone's chat, and the team's silence with them", async () => {
    const world = await answerWorld();
    await world.agent({ wait_seconds: 0 });
    const hidden = "88000000000001@lid";
    const unknown = { person: hidden, phone: null, chat_id: hidden };
    await world.write("Who am I?", unknown);
    await world.write("Me.", { private_id: hidden });
    await world.settle(chatLane(INSTANCE, hidden));
    await world.settle();
    expect(world.table.partition(chatLane(INSTANCE, hidden)).filter(({ sk }) => sk !== "HEAD")).toEqual([]);
    expect(world.outs().every(({ person: to }) => to === ANA)).toBe(true);
    expect(world.outs().length).toBeGreaterThanOrEqual(1);

    const other = await answerWorld();
    await other.agent({ wait_seconds: 0 });
    await other.write("Who am I?", unknown);
    await other.phone("The team", unknown);
    await other.write("Me.", { private_id: hidden });
    await other.settle(chatLane(INSTANCE, hidden));
    await other.settle();
    expect(other.asked).toEqual([]);
    expect(other.table.peek(keys.chatState(INSTANCE, hidden))).toBeNull();
  });
});
