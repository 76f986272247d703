import { describe, expect, it } from "vitest";
import { changeMessage } from "../../../core/operations/messages/change-message.ts";
import { keys } from "../../../core/store/keys.ts";
import { ACCOUNT, ANA, INSTANCE } from "../../support/message-world.ts";
import { answerWorld, replied } from "./answer-world.ts";

const person = async (world: Awaited<ReturnType<typeof answerWorld>>) => world.table.peek(keys.person(INSTANCE, ANA));

describe("a person's fragments", () => {
  it("get one call and one answer, once they have been still for three seconds", async () => {
    const world = await answerWorld();
    await world.agent();
    for (const text of ["hi", "do you", "deliver?"]) {
      await world.write(text);
      world.pass(2);
    }
    await world.run();
    expect(world.asked).toEqual([]);

    await world.settle();

    expect(world.asked.length).toBe(1);
    expect(world.asked[0]?.messages.map(({ parts }) => parts)).toEqual([
      [{ text: "hi" }],
      [{ text: "do you" }],
      [{ text: "deliver?" }],
    ]);
    expect(world.answers()).toEqual(["Yes."]);
    expect(world.outs()[0]).toMatchObject({ origin: "ai", class: "reply", status: "queued" });
    expect(world.waiting()).toEqual([]);
    expect(await person(world)).toMatchObject({ handled_by: "ai" });
  });

  it("that never end are answered 20 seconds after the first", async () => {
    const world = await answerWorld();
    await world.agent();
    const begun = world.clock.now().getTime();
    for (let n = 0; n < 12 && world.answers().length === 0; n++) {
      await world.write(`still ${n}`);
      world.pass(2);
      await world.run();
    }
    expect(world.answers()).toEqual(["Yes."]);
    expect(world.clock.now().getTime() - begun).toBe(20_000);
  });

  // The fourth call to the provider also includes the answer that was sent before.
  it("that come while the answer is made have it made anew, twice; the third goes, and what came then is the next turn", async () => {
    const world = await answerWorld();
    await world.agent({ wait_seconds: 0 });
    world.says(async (question) => {
      const texts = question.messages.length;
      if (texts < 4) await world.write(`and ${texts}`);
      return replied(`${texts} texts`);
    });
    await world.write("first");
    await world.settle();
    expect(world.asked.map(({ messages: turns }) => turns.length)).toEqual([1, 2, 3, 5]);
    expect(world.answers()).toEqual(["3 texts", "5 texts"]);
  });
});

describe("a team reply", () => {
  it("typed on the phone before an answer starts always wins: the answer is thrown away, the chat silent for 60 minutes", async () => {
    const world = await answerWorld();
    await world.agent();
    world.says(async () => {
      await world.phone("I answer myself");
      return replied("Too late");
    });
    await world.write("Hello?");
    await world.settle();
    expect(world.answers()).toEqual(["I answer myself"]);
    expect(await person(world)).toMatchObject({ handled_by: "team" });

    world.says(() => replied("Back again"));
    world.pass(59 * 60);
    await world.write("Anybody?");
    await world.settle();
    expect(world.answers().length).toBe(1);
    world.pass(60);
    await world.write("Anybody now?");
    await world.settle();
    expect(world.answers().at(-1)).toBe("Back again");
  });

  it("shortens the silence of a hand-over to its own minutes", async () => {
    const world = await answerWorld();
    await world.agent({
      handover_words: ["human"],
      handover_message: "One moment.",
      pause_after_team_reply_minutes: 5,
    });
    await world.write("A human please");
    await world.settle();
    expect(world.answers()).toEqual(["One moment."]);
    expect(await person(world)).toMatchObject({ handled_by: "team" });
    await world.phone("Here I am");
    world.pass(5 * 60);
    await world.write("Thanks, and the price?");
    await world.settle();
    expect(world.answers().at(-1)).toBe("Yes.");
  });

  it("sent from the panel has what is queued cancelled and the chat silent; one sent by the API does not", async () => {
    for (const [origin, silent] of [
      ["panel", true],
      ["api", false],
    ] as const) {
      const world = await answerWorld();
      await world.agent({ wait_seconds: 0 });
      await world.write("Hello?");
      await world.settle();
      const queued = (await world.state()).team_rev;
      await world.send("I am Tom", { origin });
      expect((await world.state()).team_rev).toBe(queued + (silent ? 1 : 0));
      await world.write("And the price?");
      await world.settle();
      expect(world.asked.length).toBe(silent ? 1 : 2);
    }
  });

  it("scheduled in the panel has them silent when it is sent at once after all", async () => {
    const world = await answerWorld();
    await world.agent({ wait_seconds: 0 });
    await world.write("Hello?");
    await world.settle();
    const { team_rev } = await world.state();
    const send_at = new Date(world.clock.now().getTime() + 3_600_000);
    const { message } = await world.send("I am Tom", { origin: "panel", send_at });
    expect((await world.state()).team_rev).toBe(team_rev);
    await changeMessage(world.deps, { message, instance: world.instance }, { send_at: null });
    expect((await world.state()).team_rev).toBe(team_rev + 1);
  });

  it("of long ago that comes only now ends no silence", async () => {
    const world = await answerWorld();
    await world.agent({ handover_words: ["human"] });
    await world.write("human");
    await world.settle();
    const silent = (await world.state()).silent_until;
    await world.phone("Old", { written_at: new Date(world.clock.now().getTime() - 61 * 60_000) });
    expect((await world.state()).silent_until).toBe(silent);
  });
});

describe("nothing is answered", () => {
  it.each([
    ["in a group", { participant: ANA, chat_id: "120363000@g.us" }],
    ["a status", { chat_id: "status@broadcast", participant: ANA }],
    ["in a channel", { chat_id: "120363000@newsletter" }],
    ["that was typed on the phone", { from_me: true }],
    ["over 60 minutes old", { written_at: new Date("2026-03-16T09:20:04Z") }],
    ["that could not be read", { error_code: "unreadable", body: null } as const],
  ])("%s", async (_, change) => {
    const world = await answerWorld();
    await world.agent();
    await world.menu();
    await world.autoReply();
    await world.write("hi", change);
    await world.settle();
    expect(world.waiting()).toEqual([]);
    expect(world.outs().filter(({ origin }) => origin !== "phone")).toEqual([]);
    expect(world.asked).toEqual([]);
  });

  it("that could not be read, until it can: then it is", async () => {
    const world = await answerWorld();
    await world.agent({ wait_seconds: 0 });
    await world.write("", { error_code: "unreadable", body: null, network_id: "3EB0U" });
    await world.settle();
    expect(world.asked).toEqual([]);
    await world.write("Do you deliver?", { network_id: "3EB0U" });
    await world.settle();
    expect(world.asked[0]?.messages.at(-1)?.parts).toEqual([{ text: "Do you deliver?" }]);
    expect(world.answers()).toEqual(["Yes."]);
  });

  it("of STOP or a code that can be read only now, nor of a person who is blocked while they wait", async () => {
    const world = await answerWorld();
    await world.agent({ wait_seconds: 0 });
    await world.write("", { error_code: "unreadable", body: null, network_id: "3EB0S" });
    await world.write("STOP", { network_id: "3EB0S" });
    expect(world.waiting()).toEqual([]);
    await world.write("Hello?");
    await world.table.write({ update: keys.person(INSTANCE, ANA), set: { blocked: true } });
    await world.settle();
    expect(world.asked).toEqual([]);
  });

  it("of a person who is blocked, or where no automation is on", async () => {
    const world = await answerWorld();
    await world.write("hi");
    expect(world.waiting()).toEqual([]);
    await world.agent();
    await world.table.write({ update: keys.person(INSTANCE, ANA), set: { blocked: true } });
    await world.write("hi");
    expect(world.waiting()).toEqual([]);
  });

  it("that waited for an hour because nobody worked: not of 200 people", async () => {
    const world = await answerWorld();
    await world.agent();
    await world.write("Hello?");
    world.pass(60 * 60 + 1);
    await world.settle();
    expect(world.asked).toEqual([]);
    expect(world.answers()).toEqual([]);
    expect(world.waiting()).toEqual([]);
  });

  it("that is too old, and who was answered by the agent until then waits for the team", async () => {
    const world = await answerWorld();
    await world.agent({ wait_seconds: 0 });
    await world.write("Hello?");
    await world.settle();
    world.pass(60);
    await world.write("And?");
    world.pass(60 * 60 + 1);
    await world.settle();
    expect(world.asked.length).toBe(1);
    expect((await person(world))?.handled_by).toBeUndefined();
    expect((await person(world))?.waiting_since_ms).toEqual(expect.any(Number));
  });

  it("of an instance that was removed", async () => {
    const world = await answerWorld();
    await world.agent();
    await world.write("Hello?");
    await world.table.write({ update: keys.instance(INSTANCE), set: { removed_at: "2026-03-16T10:00:00+00:00" } });
    await world.settle();
    expect(world.asked).toEqual([]);
    expect(world.waiting()).toEqual([]);
  });
});

describe("an answer", () => {
  it("is not sent an hour after the text, however long the number was offline", async () => {
    const world = await answerWorld();
    await world.agent();
    await world.write("Hello?");
    const written = world.clock.now().getTime();
    await world.settle();
    const row = world.table.partition(`INST#${INSTANCE}#LANE`).find(({ sk }) => sk.startsWith("R#"));
    expect(row?.expires_at).toBe(new Date(written + 3_600_000).toISOString());
  });

  it("is counted for its chat and for the instance's day, with the tokens of answers that were thrown away", async () => {
    const world = await answerWorld();
    await world.agent({ wait_seconds: 0 });
    let calls = 0;
    world.says(async () => {
      if (calls++ === 0) await world.write("wait");
      return replied("ok");
    });
    await world.write("first");
    await world.settle();
    expect(world.table.peek(keys.agentDay(INSTANCE, "2026-03-16"))).toMatchObject({
      replies: 1,
      input_tokens: 200,
      output_tokens: 20,
    });
    expect((await world.state()).use).toMatchObject({ day: "2026-03-16", replies: 1 });
  });

  it("comes with the menu's file, which outlives the message", async () => {
    const world = await answerWorld();
    const file = {
      key: "MNU/x",
      mimetype: "application/pdf",
      filename: "a.pdf",
      size_bytes: 3,
      sha256: "0",
      voice: false,
    };
    const content = {
      kind: "document",
      file: { key: "MNU/x" },
      mimetype: "application/pdf",
      filename: "a.pdf",
    } as const;
    const media = { content: { ...content, caption: null, voice: false, mentions: [] }, file };
    await world.menu({
      ...{ enabled: true, greeting: "Hi", handover_message: "" },
      choices: [{ label: "Price list", outcome: "answer", answer: "Here.", media }],
    });
    await world.write("hi");
    await world.settle();
    await world.write("1");
    await world.settle();
    const sent = world.outs().at(-1);
    expect(sent).toMatchObject({ origin: "auto", type: "document", body: "Here.", file, file_shared: true });
    const row = world.table.partition(`INST#${INSTANCE}#LANE`).find(({ message_id }) => message_id === sent?.id);
    expect(row).toMatchObject({ needs_prepare: true, account_id: ACCOUNT });
  });
});
