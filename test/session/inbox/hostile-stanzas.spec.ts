import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../../../core/operations/commands/run-command.ts";
import { ANA, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { SessionWorld } from "../support/session-world.ts";

interface Stanza {
  tag: string;
  attrs?: Record<string, string>;
  content?: Stanza[] | { bytes: string };
}

const BYTES = { bytes: Buffer.from("not what it should be").toString("base64") };
const FROM = `${ANA}@s.whatsapp.net`;
const GROUP = "120363000000000001@g.us";

/** Sets of attributes, from none to many, both valid and invalid. */
const ATTRIBUTES: Record<string, string>[] = [
  {},
  { id: "X1" },
  { from: FROM },
  { id: "X2", from: FROM },
  { id: "X3", from: FROM, t: "never" },
  { id: "X4", from: GROUP, t: "1700000000" },
  { id: "X5", from: GROUP, participant: FROM, t: "-1" },
  { id: "X6", from: "@", t: "99999999999999999999" },
  { id: "X7", from: "status@broadcast", participant: "", t: "0" },
  { id: "X8", from: FROM, recipient: FROM, offline: "0" },
  { id: "X9", from: `${"9".repeat(3_000)}@lid`, offline: "x" },
  { id: "\u0000", from: "\ud800@s.whatsapp.net", participant: "::::@@@@" },
];

/**
 * Returns possible contents of a stanza: nothing, an empty list, bytes, and children that lack everything they should
 * have.
 */
const contents = (...tags: string[]): Stanza["content"][] => [
  undefined,
  [],
  BYTES,
  ...tags.flatMap((tag) => [[{ tag }], [{ tag, content: [] }], [{ tag, content: BYTES }], [{ tag }, { tag }]]),
];

const TYPES: Record<string, { types: string[]; contents: Stanza["content"][] }> = {
  message: { types: ["text", "media"], contents: contents("enc", "plaintext", "unavailable") },
  receipt: { types: ["retry", "read", "server-error"], contents: contents("list", "retry", "keys") },
  call: { types: [], contents: contents("offer", "terminate", "reject", "relaylatency", "timeout") },
  notification: {
    types: [
      "w:gp2",
      "devices",
      "encrypt",
      "mediaretry",
      "picture",
      "account_sync",
      "link_code_companion_reg",
      "companion_reg_refresh",
      "newsletter",
      "mex",
      "privacy_token",
      "server_sync",
      "business",
      "psa",
    ],
    contents: contents(
      "add",
      "create",
      "remove",
      "count",
      "identity",
      "update",
      "set",
      "tokens",
      "privacy",
      "blocklist",
    ),
  },
  ib: { types: [], contents: contents("dirty", "offline", "offline_preview", "edge_routing", "thread_metadata") },
  presence: { types: ["unavailable"], contents: contents() },
  chatstate: { types: [], contents: contents("composing", "paused") },
  ack: { types: [], contents: contents() },
  // Leave out pair-device: on a linked connection, the network has no codes to offer, so the library would close the
  // connection.
  iq: { types: ["set", "get", "error", "result"], contents: contents("ping", "error", "usync", "list") },
};

/** Every kind of stanza with every type. Each set of attributes and each content occurs at least once. */
const stanzas: Stanza[] = Object.entries(TYPES).flatMap(([tag, { types, contents: inside }]) =>
  [undefined, ...types].flatMap((type) => {
    const rounds = Math.max(ATTRIBUTES.length, inside.length);
    return Array.from({ length: rounds }, (_, n) => {
      const content = inside[n % inside.length];
      const attrs = { ...ATTRIBUTES[(n * 5 + 1) % ATTRIBUTES.length], ...(type !== undefined && { type }) };
      if (tag === "ack") Object.assign(attrs, { class: "message", ...(n % 2 === 1 && { error: "463" }) });
      return { tag, attrs, ...(content !== undefined && { content }) };
    });
  }),
);

describe("stanzas that nobody should send", () => {
  let world: SessionWorld;
  let instance: string;
  const late: unknown[] = [];
  const note = (reason: unknown) => late.push(reason);
  beforeAll(async () => {
    world = await SessionWorld.create();
    await world.startTask();
    instance = await world.addInstance();
    await world.link(instance, OLGA);
    process.on("unhandledRejection", note);
  });
  afterAll(async () => {
    process.off("unhandledRejection", note);
    await world.tearDown();
  });

  it.each(Object.keys(TYPES))("%s: what comes behind them arrives, nothing is left unhandled", async (tag) => {
    late.length = 0;
    const before = await world.connections();
    const complaints = world.complaints.length;
    for (const stanza of stanzas.filter((one) => one.tag === tag)) {
      await world.stage.sandbox.request("POST", `/phones/${OLGA}/stanzas`, stanza);
    }
    const text = `Behind ${tag}`;
    await world.stage.sandbox.write(ANA, { to: OLGA, text });
    await eventually("the text", () => world.messages().some(({ body }) => body === text));
    const id = await world.send(instance, ANA, `Over ${tag}`);
    await eventually("delivery", () => world.message(id).status === "delivered");

    expect(late).toEqual([]);
    expect(await world.connections()).toBe(before);
    expect(world.status(instance)).toBe("working");
    const said = JSON.stringify(world.complaints.slice(complaints));
    expect(said).not.toContain(ANA);
  });

  it("answers without anything in them: sends and commands end, and all goes on when they have content again", async () => {
    late.length = 0;
    const stranger = await world.stage.sandbox.addPhone("201000000078", "Nobody yet");
    await world.stage.sandbox.fault({ kind: "empty_answers", for_seconds: 3_600 });
    const id = await world.send(instance, stranger.phone, "To somebody new");
    const checked = await runCommand(world.deps(), world.instance(instance), {
      kind: "check",
      phone: ANA,
    }).catch((error: unknown) => error);
    expect(checked).toBeDefined();
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "While answers are empty" });
    await eventually("the text", () => world.messages().some(({ body }) => body === "While answers are empty"));
    await world.stage.sandbox.fault({ kind: "drop_connections" });
    await eventually(
      "the reconnect",
      async () => (await world.stage.sandbox.request<{ data: unknown[] }>("GET", "/connections")).data.length > 0,
    );
    await world.stage.sandbox.fault({ kind: "empty_answers", for_seconds: 0 });

    await world.stage.sandbox.fault({ kind: "drop_connections" });
    await eventually("the first message's end", () => {
      // Skip the pauses made for the message and for the connection.
      world.clock.moveTo(new Date(world.clock.now().getTime() + 1_000));
      return world.message(id).step === "done";
    });
    expect(world.message(id).error_code).toBeNull();
    const after = await world.send(instance, ANA, "And on it goes");
    await eventually("delivery", () => world.message(after).status === "delivered");
    expect(late).toEqual([]);
  });
});
