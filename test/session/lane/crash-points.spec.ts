import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { raiseFence } from "../../../core/records/fence.ts";
import { keys } from "../../../core/store/keys.ts";
import { ANA, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import type { TableOperation } from "../../support/memory-table.ts";
import { linkedToPuppet, type Puppet, puts, sets } from "../support/puppet.ts";
import { SessionWorld } from "../support/session-world.ts";

/**
 * Tests a process that dies at a named point while a successor with the same id continues. For a death between sending
 * a message's frame and committing it, see ownership.spec.ts. For events held back when the line closes, see
 * library-faults.spec.ts.
 */
/** The first status recorded for a sent message. It already reflects the receipt if that arrived at the same time. */
const GONE = ["sent", "delivered"];

describe("a process that is killed", () => {
  let world: SessionWorld;
  let first: Puppet;
  let instance: string;
  beforeEach(async () => {
    ({ world, first, instance } = await linkedToPuppet());
  });
  afterEach(() => world.tearDown());

  const journalRows = () =>
    world.table.partition(keys.sessionKey(instance, "", "").pk).filter(({ sk }) => sk.startsWith("journal#"));
  const journalParts = () =>
    world.table.partition(keys.sessionKey(instance, "", "").pk).filter(({ sk }) => sk.startsWith("journal.part#"));
  const writtenStatus = async (id: string) =>
    (await world.stage.sandbox.messages(ANA)).find((message) => message.id === id)?.status;
  const storesMessage = puts("msg_");

  /**
   * Expects that the message was stored once, that both sides can still decrypt each other's messages, and that nothing
   * is left behind.
   */
  async function allIsWell(text: string): Promise<void> {
    await eventually("the message", () => world.messages().some(({ body }) => body === text));
    // The frozen rest of the dead process finds out that it no longer owns anything.
    first.thaw();
    await eventually("the dead process to have nothing", () => first.task.shards.length === 0);
    const id = await world.send(instance, ANA, "An answer");
    await eventually("the answer's delivery", () => world.message(id).status === "delivered");
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "And one more" });
    await eventually("one more", () => world.messages().some(({ body }) => body === "And one more"));
    const bodies = world.events("message.received").map(({ body }) => body);
    expect(bodies).toEqual([text, "And one more"]);
    await eventually("an empty journal", () => journalRows().length === 0);
    expect(askedAgain()).toEqual([]);
  }

  /**
   * Returns complaints about unreadable messages that made the gateway request another copy from the author's phone.
   * The dead process's complaints don't count: it may have begun to decrypt a message, but its keys and its line are
   * closed by then.
   */
  const askedAgain = () =>
    world.complaints.filter(({ fields: { library, error } }) => {
      const isOfTheDead = error === "The key store of this session is closed.";
      return library === "failed to decrypt message" && !isOfTheDead;
    });

  it("after the commit of a received message and before the network was told: it is stored once", async () => {
    first.freeze(puts("journal#"), "after");
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "Not confirmed" });
    await eventually("the commit", () => journalRows().length === 1);
    first.freeze();

    await world.startTask("task-1");
    await allIsWell("Not confirmed");
  });

  it("after the commit, with more behind it: all is there in order, and no copy is asked for", async () => {
    first.freeze(puts("journal#"), "after");
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "Text 1" });
    await eventually("the commit", () => journalRows().length === 1);
    const texts = Array.from({ length: 12 }, (_, n) => `Text ${n + 1}`);
    for (const text of texts.slice(1)) await world.stage.sandbox.write(ANA, { to: OLGA, text });
    first.freeze();

    await world.startTask("task-1");
    await eventually("them", () => world.messages().length === texts.length);
    expect(world.events("message.received").map(({ body }) => body)).toEqual(texts);
    expect(askedAgain()).toEqual([]);
    first.thaw();
  });

  it("after a text was stored with its keys, and before the network was told: it is acknowledged, and that is all", async () => {
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "First" });
    await eventually("it", () => world.messages().length === 1);
    first.freeze(puts("msg_"), "after");
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "Second" });
    await eventually("the commit of the text with its keys", () => world.messages().length === 2);
    expect(journalRows()).toEqual([]);
    first.freeze();
    await world.startTask("task-1");

    await world.stage.sandbox.write(ANA, { to: OLGA, text: "Third" });
    await eventually("the third", () => world.messages().length === 3);
    expect(world.events("message.received").map(({ body }) => body)).toEqual(["First", "Second", "Third"]);
    expect(askedAgain()).toEqual([]);
    first.thaw();
  });

  it("after the commit of what somebody did to a message: it is there once, and no copy is asked for", async () => {
    const { id } = await world.stage.sandbox.write(ANA, { to: OLGA, text: "Look" });
    await eventually("it", () => world.messages().length === 1);
    first.freeze(puts("journal#"), "after");
    await world.stage.sandbox.act(ANA, id, "react", { emoji: "👍" });
    await eventually("the commit", () => journalRows().length === 1);
    first.freeze();
    await world.stage.sandbox.fault({ kind: "refuse_connections", for_seconds: 3_600 });
    await world.startTask("task-1");
    await eventually(
      "it to be stored",
      () => world.events("message.reaction").length === 1 && journalRows().length === 0,
    );
    await world.stage.sandbox.fault({ kind: "refuse_connections", for_seconds: 0 });

    await world.stage.sandbox.write(ANA, { to: OLGA, text: "And one more" });
    await eventually("one more", () => world.messages().length === 2);
    expect(world.events("message.reaction")).toHaveLength(1);
    expect(askedAgain()).toEqual([]);
    first.thaw();
  });

  it("in a group after the commit: it is there once, and no copy is asked for", async () => {
    const group = { subject: "Tea", owner: ANA, participants: [OLGA] };
    const { chat_id } = await world.stage.sandbox.newGroup(group);
    for (const text of ["One", "Two"]) await world.stage.sandbox.write(ANA, { chat_id, text });
    await eventually("them", () => world.messages().length === 2);
    first.freeze(puts("journal#"), "after");
    await world.stage.sandbox.write(ANA, { chat_id, text: "Three" });
    await eventually("the commit", () => journalRows().length === 1);
    await world.stage.sandbox.write(ANA, { chat_id, text: "Four" });
    first.freeze();

    await world.startTask("task-1");
    await eventually("all of them", () => world.messages().length === 4);
    expect(world.messages().map(({ body }) => body)).toEqual(["One", "Two", "Three", "Four"]);
    expect(askedAgain()).toEqual([]);
    first.thaw();
  });

  it("after the network was told and before the message was stored: it is stored once", async () => {
    first.freeze(storesMessage);
    const { id } = await world.stage.sandbox.write(ANA, { to: OLGA, text: "Confirmed" });
    await eventually("the network to be told", async () => (await writtenStatus(id)) === "delivered");
    expect(world.messages()).toEqual([]);
    first.freeze();

    await world.startTask("task-1");
    await allIsWell("Confirmed");
  });

  it("after the network was told and before a very long message was stored: it is stored once, and nothing is left", async () => {
    const text = randomBytes(450_000).toString("base64");
    first.freeze(storesMessage);
    const { id } = await world.stage.sandbox.write(ANA, { to: OLGA, text });
    await eventually("the network to be told", async () => (await writtenStatus(id)) === "delivered");
    await eventually("it to be stored in vain", () => first.frozen() > 0);
    expect(journalParts().length).toBeGreaterThan(1);
    first.freeze();

    await world.startTask("task-1");
    await eventually("the message", () => world.messages().length === 1);
    expect(world.messages()[0]?.body).toBe(text.slice(0, world.messages()[0]?.body?.length));
    await eventually("an empty journal", () => journalRows().length + journalParts().length === 0);
    expect(askedAgain()).toEqual([]);
    first.thaw();
  });

  it("after the commit of a very long message and before the network was told: it is stored once", async () => {
    first.freeze(puts("journal#"), "after");
    await world.stage.sandbox.write(ANA, { to: OLGA, text: randomBytes(450_000).toString("base64") });
    await eventually("the commit", () => journalRows().length === 1);
    first.freeze();
    // The orphan is a part left behind by an owner that died a moment ago.
    const [part] = journalParts();
    const orphan = { ...part, pk: part?.pk ?? "", sk: part?.sk.replace(/#[^#]+#\d+$/, "#0000#0") ?? "" };
    await world.table.write({ put: orphan });

    await world.startTask("task-1");
    await eventually("the message", () => world.messages().length === 1);
    await eventually("an empty journal", () => journalRows().length + journalParts().length === 0);
    expect(askedAgain()).toEqual([]);
    first.thaw();
  });

  it("after the message was stored and before anybody knew: it has one event", async () => {
    first.freeze(storesMessage, "after");
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "Stored" });
    await eventually("the message", () => world.messages().length === 1 && first.frozen() > 0);
    first.freeze();

    await world.startTask("task-1");
    await allIsWell("Stored");
  });

  it("between the network's acknowledgement of a send and its record: the person sees it once, and it is sent once", async () => {
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "Hello" });
    await eventually("her message", () => world.messages().length === 1);
    first.freeze(sets("status", ...GONE), "after");
    const id = await world.send(instance, ANA, "Once");
    await eventually("the record", () => GONE.includes(world.message(id).status) && first.frozen() > 0);
    first.freeze();

    await world.startTask("task-1");
    await eventually("delivery", () => world.message(id).status === "delivered");
    first.thaw();
    const seen = await world.stage.sandbox.messages(ANA);
    expect(seen.filter(({ text }) => text === "Once")).toHaveLength(1);
    expect(world.events("message.status").map(({ status }) => status)).toEqual(["sent", "delivered"]);
  });

  it("between a chat's word of a reply and the reply's own: it is sent once, the chat shows it, and nobody waits", async () => {
    const chat = (): Record<string, unknown> => world.table.peek(keys.person(instance, ANA)) ?? {};
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "Hello" });
    await eventually("her message", () => world.messages().length === 1);
    expect(chat()).toMatchObject({ received: 1, waiting_since_ms: expect.any(Number) });
    const tellsChat = (operation: TableOperation) =>
      operation.kind === "write" &&
      operation.writes.some((write) => "update" in write && "last_id" in { ...write.set });
    first.freeze(tellsChat, "after");
    const id = await world.send(instance, ANA, "Once");
    await eventually("the chat to be told", () => chat().last_id === id && first.frozen() > 0);
    expect(world.message(id).status).toBe("queued");
    first.freeze();

    await world.startTask("task-1");
    await eventually("delivery", () => world.message(id).status === "delivered");
    first.thaw();
    const seen = await world.stage.sandbox.messages(ANA);
    expect(seen.filter(({ text }) => text === "Once")).toHaveLength(1);
    expect(world.events("message.status").map(({ status }) => status)).toEqual(["sent", "delivered"]);
    expect(chat()).toMatchObject({ last_id: id, received: 1, read_to: 1 });
    for (const field of ["waiting_since_ms", "gsi3pk", "gsi3sk"]) expect(chat()).not.toHaveProperty(field);
  });
});

describe("a task that has lost an instance without knowing it", () => {
  let world: SessionWorld;
  beforeEach(async () => {
    world = await SessionWorld.create();
  });
  afterEach(() => world.tearDown());

  it("writes nothing of it any more, whatever comes in: every write is conditional on the fence", async () => {
    const task = await world.startTask("task-1");
    const instance = await world.addInstance();
    await world.link(instance, OLGA);
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "Hello" });
    await eventually("her message", () => world.messages().length === 1);
    const id = await world.send(instance, ANA, "Before");
    await eventually("delivery", () => world.message(id).status === "delivered");
    // Another task takes over the instance. The old owner can only notice this from the raised fence.
    await raiseFence(world.table, instance);
    const lane = `INST#${instance}#LANE`;
    const stored = () => world.table.all().filter(({ pk }) => pk !== lane && pk !== "TASKS" && !isIndexed(pk));
    const before = stored();

    await world.stage.sandbox.write(ANA, { to: OLGA, text: "For the new owner" });
    await world.stage.sandbox.request("POST", `/phones/${ANA}/messages`, { to: OLGA, text: "And another" });
    const [session] = task.sessions;
    await eventually("the session to end", () => session?.mayAct() === false);

    expect(session?.isOpen()).toBe(false);
    expect(stored()).toEqual(before);
  });
});

/** Rows that contain no state of an instance and only show where wake-ups go. */
const isIndexed = (pk: string) => pk === "SHARDS";
