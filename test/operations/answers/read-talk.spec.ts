import { expect, it } from "vitest";
import { mergePerson } from "../../../core/operations/receiving/merge-person.ts";
import { keys } from "../../../core/store/keys.ts";
import { ANA, FENCE } from "../../support/message-world.ts";
import { NO_OPT_OUTS } from "../../support/test-opt-outs.ts";
import { type AnswerWorld, answerWorld } from "./answer-world.ts";

const OTHER = "inst_2";
const HIDDEN = "123456789012345@lid";

/** Returns the texts of the last question to the provider. */
const lastAsked = (world: AnswerWorld) =>
  world.asked.at(-1)?.messages.map(({ parts }) => parts.map((part) => ("text" in part ? part.text : "")).join());

it("is whole although the person wrote a lot to another number of the account", async () => {
  const world = await answerWorld();
  await world.agent({ wait_seconds: 0 });
  await world.write("My order is 4711.");
  await world.settle();
  world.pass(60);
  await world.table.write({ put: { ...keys.receiving(OTHER), fence: FENCE } });
  for (let n = 0; n < 30; n++) await world.write(`${n}`, { instance_id: OTHER });

  world.pass(60);
  await world.write("Where is it?");
  await world.settle();

  expect(lastAsked(world)).toEqual(["My order is 4711.", "Yes.", "Where is it?"]);
});

it("includes what the person wrote before their number was known", async () => {
  const world = await answerWorld();
  await world.agent({ wait_seconds: 0 });
  await world.write("My order is 4711.", { chat_id: HIDDEN, phone: null, person: HIDDEN });
  world.pass(60);
  await mergePerson({ ...world.deps, optOuts: NO_OPT_OUTS }, world.own, { phone: ANA, private_id: HIDDEN });

  world.pass(60);
  await world.write("Where is it?");
  await world.settle();

  expect(lastAsked(world)).toEqual(["My order is 4711.", "Where is it?"]);
});

it("is whole although a lot is scheduled for the person", async () => {
  const world = await answerWorld();
  await world.agent({ wait_seconds: 0 });
  await world.write("My order is 4711.");
  await world.settle();
  const send_at = new Date(world.clock.now().getTime() + 86_400_000);
  for (let n = 0; n < 30; n++) await world.send(`Reminder ${n}`, { send_at });

  world.pass(60);
  await world.write("Where is it?");
  await world.settle();

  expect(lastAsked(world)).toEqual(["My order is 4711.", "Yes.", "Where is it?"]);
});
