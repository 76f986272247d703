import { describe, expect, it } from "vitest";
import { chatState } from "../../../core/domain/chats/chat-state.ts";
import type { ProviderOutcome } from "../../../core/domain/providers/provider-outcome.ts";
import type { ChatFields } from "../../../core/records/chats/chat-fields.ts";
import { keys, lists } from "../../../core/store/keys.ts";
import { ANA, INSTANCE } from "../../support/message-world.ts";
import { type AnswerWorld, answerWorld, MENU, replied } from "./answer-world.ts";

const TEAM = "A colleague comes.";
const usage = { input_tokens: 0, output_tokens: 0 };
const REFUSED: ProviderOutcome = { kind: "refused", usage };

function shown(world: AnswerWorld) {
  const chat = world.table.peek(keys.person(INSTANCE, ANA)) as unknown as ChatFields;
  return { ...chatState(chat, world.clock.now()), handled_by: chat.handled_by };
}
const inWaiting = async (world: AnswerWorld) =>
  (await world.table.query({ pk: lists.waitingChats(INSTANCE), index: "by_phone", limit: 10 })).items.map(
    ({ sk }) => sk,
  );

/** Sends every message that is waiting in the number's lane. */
async function goes(world: AnswerWorld): Promise<void> {
  for (const row of world.rows()) {
    const message = world.message(String(row.message_id));
    if (!message) throw new Error("A row leads to no message.");
    world.pass(1);
    await world.go(row, message);
  }
}

async function says(world: AnswerWorld, text: string): Promise<void> {
  world.pass(60);
  await world.write(text);
  await world.settle();
  await goes(world);
}

async function agentWorld(): Promise<AnswerWorld> {
  const world = await answerWorld();
  await world.agent({ wait_seconds: 0, handover_words: ["human"], handover_message: TEAM });
  return world;
}

describe("a chat that the agent hands over", () => {
  it.each([
    ["a word", "human please", replied("Yes.")],
    ["the model's decision", "Where is it?", replied("I pass you on", { handover: true })],
    ["a provider's refusal", "Where is it?", REFUSED],
  ] as const)("by %s waits, once its words went, until somebody of the team answers", async (_, text, outcome) => {
    for (const isFirst of [true, false]) {
      const world = await agentWorld();
      if (!isFirst) {
        await says(world, "Do you deliver?");
        expect(shown(world)).toMatchObject({ handled_by: "ai", waiting: false, unread_count: 0 });
      }
      world.says(() => outcome);

      await says(world, text);

      expect(world.answers().at(-1)).toBe(TEAM);
      expect(shown(world)).toMatchObject({ handled_by: "team", waiting: true, unread_count: 1 });
      expect(await inWaiting(world)).toEqual([ANA]);
      world.pass(60);
      await world.sent("This is Tom.", { origin: "panel" });
      expect(shown(world)).toMatchObject({ waiting: false, unread_count: 0 });
      expect(await inWaiting(world)).toEqual([]);
    }
  });

  it("waits also when an earlier answer of the agent goes only after it", async () => {
    const world = await agentWorld();
    await world.write("Do you deliver?");
    await world.settle();
    world.pass(5);
    await world.write("human");
    await world.settle();

    await goes(world);

    expect(world.answers()).toEqual(["Yes.", TEAM]);
    expect(shown(world)).toMatchObject({ handled_by: "team", waiting: true });
  });

  it("waits no more once the agent answers it again, after the hours of its silence", async () => {
    const world = await agentWorld();
    await says(world, "human");
    world.pass(12 * 3_600);

    await says(world, "Do you deliver?");

    expect(shown(world)).toMatchObject({ handled_by: "ai", waiting: false, unread_count: 0 });
  });

  it("waits also when its last text came while the answer that hands it over was made", async () => {
    const world = await agentWorld();
    await says(world, "Do you deliver?");
    let calls = 0;
    world.says(async () => {
      if (++calls <= 3) await world.write(`and ${calls}`);
      return replied("I pass you on", { handover: true });
    });

    await says(world, "Where is it?");

    expect(calls).toBe(3);
    expect(world.answers().at(-1)).toBe(TEAM);
    expect(shown(world)).toMatchObject({ handled_by: "team", waiting: true });
    expect(await inWaiting(world)).toEqual([ANA]);
  });

  it("waits also when its last message can't be read, so that nothing answers it", async () => {
    const world = await agentWorld();
    await says(world, "Do you deliver?");
    world.pass(60);
    await world.write("human");
    await world.write("", { error_code: "unreadable", body: null, network_id: "3EB0U" });

    await world.settle();

    expect(shown(world)).toMatchObject({ handled_by: "team", waiting: true });
  });

  it("waits not when our own message was its last", async () => {
    const world = await agentWorld();
    await says(world, "Do you deliver?");
    world.pass(60);
    await world.write("human");
    await world.sent("Your parcel is on its way.", { origin: "api" });

    await world.settle();

    expect(shown(world)).toMatchObject({ handled_by: "team", waiting: false });
  });

  it("waits as one that the menu hands over", async () => {
    const world = await answerWorld();
    await world.menu();
    await says(world, "hi");
    await says(world, "3");
    expect(world.answers().at(-1)).toBe(MENU.handover_message);
    expect(shown(world)).toMatchObject({ handled_by: "team", waiting: true });
  });
});
