import type { BinaryNode } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Write } from "../../../core/store/table.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import type { TableHook, TableOperation } from "../../support/memory-table.ts";
import { BareSession, textOf } from "../support/bare-session.ts";
import { SessionWorld } from "../support/session-world.ts";

/** The error with which the table refuses each commit that stores keys; null while it accepts them. */
let refusal: string | null = null;
let refused = 0;
/** The kind of rows that the table refuses to read. */
let unread: "session" | "journal" | null = null;
const refusing: TableHook = async (operation, phase) => {
  if (phase === "after") return;
  const isRefused =
    "writes" in operation ? refusal !== null && operation.writes.some(storesKeys) : readsKeys(operation);
  if (!isRefused) return;
  refused++;
  const name = refusal ?? "AccessDeniedException";
  throw Object.assign(new Error(name), { name });
};
const readsKeys = (operation: TableOperation) =>
  unread !== null && operation.kind === "getMany" && operation.keys.some(({ sk }) => sk.startsWith(`${unread}#`));
/**
 * Part of the address of the only person whose sessions the table refuses. If empty, everybody's sessions are refused.
 */
let refusedUser = "";
const storesKeys = (write: Write) =>
  "put" in write && /^(session|sender-key)#/.test(write.put.sk) && write.put.sk.includes(refusedUser);

describe("messages that arrive while the table refuses their keys", () => {
  let world: SessionWorld;
  let task: Awaited<ReturnType<SessionWorld["startTask"]>>;
  beforeAll(async () => {
    world = await SessionWorld.create(refusing);
    task = await world.startTask();
    await world.link(await world.addInstance(), OLGA);
    for (const person of [ANA, BEN]) await arrives(person, `The first one of ${person}`);
  });
  afterAll(() => world.tearDown());

  const arrives = async (person: string, text: string) => {
    await world.stage.sandbox.write(person, { to: OLGA, text });
    await eventually("it", () => world.messages().some(({ body }) => body === text));
  };

  it.each(["AccessDeniedException", "ThrottlingException"])(
    "are stored in order after %s, although their writers' phones are off by then",
    async (name) => {
      refusal = name;
      refused = 0;
      const texts = [1, 2, 3, 4].map((n) => `${name} ${n}`);
      for (const text of texts)
        for (const person of [ANA, BEN])
          await world.stage.sandbox.write(person, { to: OLGA, text: `${text} ${person}` });
      // Wait for more refusals than the number of attempts that the library makes on one line.
      await eventually("several refusals", () => refused > 6);
      for (const person of [ANA, BEN]) await world.stage.sandbox.changePhone(person, { online: false });
      refusal = null;
      const told = () => world.events("message.received").map(({ body }) => String(body));
      for (const person of [ANA, BEN]) {
        const written = texts.map((text) => `${text} ${person}`);
        await eventually("all of them", () => written.every((text) => told().includes(text)));
        expect(told().filter((text) => written.includes(text))).toEqual(written);
        await world.stage.sandbox.changePhone(person, { online: true });
      }
    },
  );

  it("are stored in order if it refuses to read their sessions, after their writer's phone is off", async () => {
    await task.stop();
    const texts = [1, 2, 3].map((n) => `Unread session ${n}`);
    for (const text of texts) await world.stage.sandbox.write(ANA, { to: OLGA, text });
    await world.stage.sandbox.changePhone(ANA, { online: false });
    unread = "session";
    refused = 0;
    await world.startTask("task-2");
    await eventually("several refusals", () => refused > 6);
    unread = null;

    const told = () => world.events("message.received").map(({ body }) => String(body));
    await eventually("all of them", () => texts.every((text) => told().includes(text)));
    expect(told().filter((text) => texts.includes(text))).toEqual(texts);
    await world.stage.sandbox.changePhone(ANA, { online: true });
  });

  it("stay with the network if it refuses to read what the journal holds of them", async () => {
    const session = await (await BareSession.open(world)).link(world, BEN);
    const nodes: BinaryNode[] = [];
    session.sock.ws.on("CB:message", (node: BinaryNode) => nodes.push(node));
    await world.stage.sandbox.write(ANA, { to: BEN, text: "Twice" });
    const texts = () => session.received.filter((message) => textOf(message) === "Twice");
    await eventually("it", () => texts().length === 1);
    unread = "journal";
    // The network delivers it again, because its receipt was lost.
    for (const node of [...nodes]) session.sock.ws.emit("CB:message", node);
    await eventually("the cut", () => session.state === "closed");
    unread = null;

    expect(nodes, "no copy was asked for").toHaveLength(2);
    await session.end();
  });

  it.each([
    ["are refused for a while", "AccessDeniedException"],
    ["can't be stored at all", "ValidationException"],
  ])("do not make the message after a sent one unreadable if its keys %s", async (_, name) => {
    const session = await (await BareSession.open(world, `inst_${name}`)).link(world, BEN);
    const send = (text: string) => session.sock.sendMessage(`${ANA}@s.whatsapp.net`, { text });
    await send(`First, ${name}`);
    // Keys of what the device receives may be stored, because this session doesn't reconnect.
    refusedUser = (await world.stage.sandbox.phone(ANA)).private_id.replace(/@.*/, "");
    refusal = name;
    refused = 0;
    const sent = send(`Meanwhile, ${name}`).catch(() => {});
    if (name === "ValidationException") await sent;
    else await eventually("more refusals than the library makes attempts", () => refused > 3);
    refusal = null;
    await sent;
    await send(`Afterwards, ${name}`);

    const shown = async () => (await world.stage.sandbox.messages(ANA)).map(({ text }) => text);
    await eventually("all of them", async () => (await shown()).includes(`Afterwards, ${name}`));
    expect((await shown()).slice(-3)).toEqual(["First", "Meanwhile", "Afterwards"].map((text) => `${text}, ${name}`));
    expect(session.retriesAsked).toEqual([]);
    await session.end();
  });
});
