import { beforeEach, describe, expect, it } from "vitest";
import type { LaneRow } from "../../core/lanes/lane.ts";
import { recordReceipt } from "../../core/operations/receiving/record-receipt.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import { startWaiting } from "../support/start-waiting.ts";
import type { Answer } from "./api-world.ts";
import { idOf, type LinkedWorld, linkedWorld } from "./linked-world.ts";

let world: LinkedWorld;
beforeEach(async () => {
  world = await linkedWorld();
});

const NETWORK_ID = "3EB0GOING";

/** Hands the message to the network. The person receives it soon, but its record doesn't show this until later. */
async function begin(id: string): Promise<void> {
  const waiting = world.message(id);
  const row = world.table.peek({ pk: instanceLane(world.instance), sk: waiting.row ?? "" }) as LaneRow;
  const encoded = {
    network_id: NETWORK_ID,
    network_chat: waiting.chat_id ?? "",
    network_bytes: new Uint8Array([1]),
  };
  expect(await startWaiting(world.sessionDeps, world.own, row, waiting, encoded)).toBe(true);
}

const recordSent = () =>
  recordReceipt(world.sessionDeps, { ...world.own, network_id: NETWORK_ID, kind: "sent", at: world.clock.now() });

/** Sends a request while the message is being sent. The session records the message as sent after 300 ms. */
async function askWhileGoing(ask: () => Promise<Answer>): Promise<Answer> {
  const recordsAt = world.clock.now().getTime() + 300;
  const recorded = world.clock.until(new Date(recordsAt)).then(recordSent);
  const answer = await world.withSession(
    async () => ({ ok: true }),
    () => world.answerOf(ask()),
  );
  world.pass(1); // one that did not wait is over before
  await recorded;
  return answer;
}

describe("a message in the moment between its arrival and its record", () => {
  const going = async () => {
    const id = idOf(await world.send({ text: "Just arrived" }));
    await begin(id);
    return id;
  };
  type Case = { title: string; status: number; ask: (id: string) => Promise<Answer>; command: string | null };
  const path = (id: string) => `/v1/messages/${id}`;

  it.each<Case>([
    {
      title: "is deleted for everyone by DELETE",
      status: 202,
      ask: (id) => world.ask("DELETE", path(id)),
      command: "delete",
    },
    {
      title: "is edited by PATCH",
      status: 202,
      ask: (id) => world.ask("PATCH", path(id), { text: "New" }),
      command: "edit",
    },
    {
      title: "takes a reaction",
      status: 202,
      ask: (id) => world.ask("PUT", `${path(id)}/reaction`, { emoji: "👍" }),
      command: "react",
    },
    {
      title: "is answered by a message that names it in reply_to",
      status: 202,
      ask: (id) => world.send({ text: "And this", reply_to: id }),
      command: null,
    },
  ])("$title", async ({ status, ask, command }) => {
    const id = await going();

    const answer = await askWhileGoing(() => ask(id));

    expect([answer.status, answer.body.code]).toEqual([status, undefined]);
    expect(world.commands.map(({ kind }) => kind)).toEqual(command === null ? [] : [command]);
  });

  it("answers 409 to DELETE and 422 to reply_to when it is still going after two seconds", async () => {
    const id = await going();
    const deleted = await world.answerOf(world.ask("DELETE", path(id)));
    const answered = await world.answerOf(world.send({ text: "And this", reply_to: id }));
    expect([deleted.status, answered.status]).toEqual([409, 422]);
    expect(answered.body.errors).toEqual({ reply_to: ["This message has not been sent yet."] });
  });
});

describe("a message that begins to go while a request looks at it", () => {
  type Case = { title: string; method: string; body?: Record<string, unknown>; command: string };
  it.each<Case>([
    { title: "is deleted for everyone once it has gone", method: "DELETE", command: "delete" },
    { title: "is edited once it has gone", method: "PATCH", body: { text: "New" }, command: "edit" },
  ])("$title", async ({ method, body, command }) => {
    const id = idOf(await world.send({ text: "Not begun" }));
    let begins: Promise<void> | null = null;
    world.deps.table = world.table.withHook(({ kind }, phase) => {
      // The request has loaded the message and is about to remove it from the lane.
      if (kind !== "transact" || phase !== "before" || begins) return;
      begins = begin(id);
      return begins;
    });

    const answer = await askWhileGoing(() => world.ask(method, `/v1/messages/${id}`, body));

    expect([answer.status, answer.body.code]).toEqual([202, undefined]);
    expect(world.commands.map(({ kind }) => kind)).toEqual([command]);
  });
});
