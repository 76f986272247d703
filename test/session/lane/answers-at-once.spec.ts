import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chatState } from "../../../core/domain/chats/chat-state.ts";
import type { PersonRecord } from "../../../core/records/person.ts";
import { keys } from "../../../core/store/keys.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { SessionWorld } from "../support/session-world.ts";

describe("a person who answers before the network's acknowledgement of our message is recorded", () => {
  let world: SessionWorld;
  let instance: string;
  beforeAll(async () => {
    world = await SessionWorld.create();
    await world.startTask();
    instance = await world.addInstance();
    await world.link(instance, OLGA);
  });
  afterAll(() => world.tearDown());

  const stored = (text: string) => world.messages().find(({ body }) => body === text);
  const chatWith = (phone: string) => {
    const record = world.table.peek(keys.person(instance, phone)) as PersonRecord | null;
    return { last_id: record?.last_id, ...chatState(record ?? {}, world.clock.now()) };
  };
  const writes = async (phone: string, text: string) => {
    await world.stage.sandbox.write(phone, { to: OLGA, text });
    return eventually(`"${text}" to be stored`, () => stored(text));
  };
  const arrives = (phone: string, text: string) =>
    eventually(`"${text}" at the person`, async () =>
      (await world.stage.sandbox.messages(phone)).some((message) => message.text === text),
    );
  /** Has our message acknowledged only once the person's answer to it has been stored. */
  const answeredEarly = async (phone: string, text: string, answer: string) => {
    await world.stage.sandbox.changePhone(phone, { auto_deliver: false });
    await world.stage.sandbox.fault({ kind: "lose_acks", for_seconds: 600 });
    const id = await world.send(instance, phone, text);
    await arrives(phone, text);
    const answered = await writes(phone, answer);
    await world.stage.sandbox.fault({ kind: "lose_acks", for_seconds: 0 });
    world.clock.moveTo(new Date(world.clock.now().getTime() + 61_000));
    await eventually("the message to be sent", () => world.message(id).status === "sent");
    return answered;
  };

  it("is waiting, and their answer is the chat's last message", async () => {
    await writes(ANA, "Good day");
    const answer = await answeredEarly(ANA, "Good day, Ana", "That was quick");

    expect(chatWith(ANA)).toMatchObject({ waiting: true, unread_count: 1, last_id: answer.id });
  });

  it("is waiting although the network's clock is minutes behind ours", async () => {
    world.clock.moveTo(new Date(world.clock.now().getTime() + 180_000));
    await writes(BEN, "Good morning");
    const answer = await answeredEarly(BEN, "Good morning, Ben", "We are closed. This is an automatic answer.");

    expect(chatWith(BEN)).toMatchObject({ waiting: true, unread_count: 1, last_id: answer.id });
  });
});
