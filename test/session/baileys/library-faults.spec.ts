import { EventEmitter } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  addTransactionCapability,
  assertNodeErrorFree,
  type BinaryNode,
  type SignalKeyStore,
  USyncQuery,
  USyncUser,
  type WASocket,
} from "@whiskeysockets/baileys";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressByPrivateId } from "../../../session-service/baileys/fixes/address-by-private-id.ts";
import { answerSilence } from "../../../session-service/baileys/fixes/answer-silence.ts";
import { keepGroupChanges } from "../../../session-service/baileys/fixes/keep-group-changes.ts";
import { refusalIn } from "../../../session-service/baileys/fixes/notice-departure.ts";
import { useOneLock } from "../../../session-service/baileys/fixes/one-lock.ts";
import { refreshLinkSecret, withCurrentSecret } from "../../../session-service/baileys/fixes/refresh-link-secret.ts";
import { noticePasskey } from "../../../session-service/baileys/passkey/notice-passkey.ts";
import { boundedFetches } from "../../../session-service/baileys/shared/bounded-downloads.ts";
import {
  AnswerUnknown,
  isUnanswered,
  knownAnswer,
  QUERY_TIMEOUT_MS,
} from "../../../session-service/baileys/shared/known-answer.ts";
import { libraryLog } from "../../../session-service/baileys/shared/library-log.ts";
import { ANA, BEN, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { BareSession, textOf } from "../support/bare-session.ts";
import { SessionWorld, slowTable } from "../support/session-world.ts";

const jid = (phone: string) => `${phone}@s.whatsapp.net`;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

describe("what the network library gets wrong", () => {
  let world: SessionWorld;
  const open: BareSession[] = [];
  const bare = async (instance: string) => {
    const session = await BareSession.open(world, instance);
    open.push(session);
    return session;
  };
  beforeAll(async () => {
    world = await SessionWorld.create(slowTable);
  });
  afterAll(async () => {
    await Promise.all(open.map((session) => session.end()));
    await world.tearDown();
  });

  it("1: a refresh of the link secret after the scan is answered, and the code shown anew links", async () => {
    const session = await bare("inst_refresh");
    const { sock } = session;
    const shown: string[] = [];
    refreshLinkSecret(sock, () => shown.push(withCurrentSecret(session.code ?? "", sock.authState.creds.advSecretKey)));
    const sent: BinaryNode[] = [];
    const { sendNode } = sock;
    sock.sendNode = (node) => {
      sent.push(node);
      return sendNode(node);
    };
    const first = await eventually("a code", () => session.code);

    const attrs = { id: "refresh-1", from: "@s.whatsapp.net", type: "companion_reg_refresh" };
    sock.ws.emit("CB:notification,type:companion_reg_refresh", { tag: "notification", attrs });

    expect(sent.map(({ tag, attrs }) => [tag, attrs.id, attrs.class])).toEqual([["ack", "refresh-1", "notification"]]);
    expect(shown).toHaveLength(1);
    expect(shown[0]?.split(",")[3]).not.toBe(first.split(",")[3]);
    await world.stage.sandbox.scan(BEN, shown[0] ?? "");
    await eventually("the link", () => session.store.isLinked());
  });

  it("4: sends and receives with one person at the same time, on a slow table, leave nothing undecryptable", async () => {
    const session = await (await bare("inst_lock")).link(world, OLGA);
    const to = await addressByPrivateId(session.sock, jid(ANA), () => performance.now());
    await session.sock.sendMessage(to, { text: "first", linkPreview: null });
    await world.stage.sandbox.write(ANA, { to: OLGA, text: "hello" });
    await eventually("the session of both", () => session.received.some((message) => textOf(message) === "hello"));

    const texts = Array.from({ length: 40 }, (_, n) => `number ${n}`);
    const outwards = Promise.all(
      texts.map((text) => session.sock.sendMessage(to, { text: `out ${text}`, linkPreview: null })),
    );
    for (const text of texts) await world.stage.sandbox.write(ANA, { to: OLGA, text: `in ${text}` });
    await outwards;

    const inwards = () => new Set(session.received.map(textOf).filter((text) => text?.startsWith("in ")));
    await eventually("all that was written", () => inwards().size === texts.length);
    await eventually("all that was sent", async () => {
      const seen = await world.stage.sandbox.messages(ANA);
      return texts.every((text) => seen.some((message) => message.text === `out ${text}`));
    });
    expect(session.retriesAsked).toEqual([]);
    expect(session.received.filter(({ messageStubType }) => messageStubType)).toEqual([]);
  });

  it("6: an update of the credentials never makes the number look online", async () => {
    const [, session] = open;
    if (!session) throw new Error("An earlier test opens the session.");
    // Intercept below the library: it captured its own send function when the socket was created.
    const line = Reflect.get(session.sock.ws, "socket") as { send: (...args: unknown[]) => void };
    const { send } = line;
    let frames = 0;
    line.send = (...args) => {
      frames++;
      send.apply(line, args);
    };

    session.sock.ev.emit("creds.update", { accountSyncCounter: 7 });
    await session.store.saveCreds();
    const afterUpdate = frames;
    await session.sock.sendPresenceUpdate("unavailable");

    expect({ afterUpdate, frames }).toEqual({ afterUpdate: 0, frames: 1 });
    line.send = send;
  });

  it("7: messages that the library still holds back when the connection closes are handed over", async () => {
    const [, session] = open;
    if (!session) throw new Error("An earlier test opens the session.");
    const key = { remoteJid: jid(ANA), id: "HELD", fromMe: false };
    session.sock.ev.buffer();
    session.sock.ev.emit("messages.upsert", {
      messages: [{ key, message: { conversation: "held back" } }],
      type: "notify",
    });
    expect(session.received.map(textOf)).not.toContain("held back");

    await session.end();
    expect(session.received.map(textOf)).toContain("held back");
    await session.connect();
  });

  it("8: a status of somebody is acknowledged plainly and goes no further", async () => {
    const [, session] = open;
    if (!session) throw new Error("An earlier test opens the session.");
    const sent: BinaryNode[] = [];
    const { sendNode } = session.sock;
    session.sock.sendNode = (node) => {
      sent.push(node);
      return Promise.resolve();
    };
    const heard: string[] = [];
    session.sock.ws.on("CB:message", (node: BinaryNode) => heard.push(node.attrs.id ?? ""));

    const attrs = { id: "S1", from: "status@broadcast", participant: jid(BEN), type: "text", t: "1" };
    session.sock.ws.emit("CB:message", { tag: "message", attrs, content: [] });
    session.sock.sendNode = sendNode;

    expect(heard).toEqual([]);
    expect(sent.map((node) => node.attrs)).toEqual([
      expect.objectContaining({ id: "S1", to: "status@broadcast", class: "message", participant: jid(BEN) }),
    ]);
    expect(sent[0]?.attrs.error).toBeUndefined();
  });

  it("9: a message to a phone goes to its private id", async () => {
    const [, session] = open;
    if (!session) throw new Error("An earlier test opens the session.");
    const { private_id } = await world.stage.sandbox.phone(BEN);
    const chat = await addressByPrivateId(session.sock, jid(BEN), () => performance.now());
    expect(chat).toBe(`${private_id.replace(/@.*/, "")}@lid`);
    expect(await addressByPrivateId(session.sock, "123@g.us", () => performance.now())).toBe("123@g.us");
  });

  it("5: what is written after its transaction has ended is not lost", async () => {
    const rows = new Map<string, unknown>();
    const store: SignalKeyStore = {
      get: async (category, ids) =>
        Object.fromEntries(
          ids.flatMap((id) => (rows.has(`${category}#${id}`) ? [[id, rows.get(`${category}#${id}`)]] : [])),
        ) as never,
      set: async (data) => {
        for (const [category, values] of Object.entries(data)) {
          for (const [id, value] of Object.entries(values ?? {})) rows.set(`${category}#${id}`, value);
        }
      },
    };
    const late: Promise<void>[] = [];
    const keys = addTransactionCapability(store, libraryLog(silent, "inst_late"), {
      maxCommitRetries: 1,
      delayBetweenTriesMs: 1,
    });
    useOneLock(keys, () => performance.now());

    await keys.transaction(async () => {
      late.push(
        new Promise<void>((resolve) => setTimeout(resolve, 20)).then(async () => {
          await keys.set({ "device-list": { direct: ["1"] } });
          await keys.transaction(async () => keys.set({ "device-list": { nested: ["2"] } }), "late");
        }),
      );
      await keys.set({ "device-list": { live: ["0"] } });
    }, "one");
    await Promise.all(late);

    expect([...rows.keys()].sort()).toEqual(["device-list#direct", "device-list#live", "device-list#nested"]);
  });

  it("5: without the repair it is lost, so the repair is still needed", async () => {
    const rows: string[] = [];
    const store: SignalKeyStore = { get: async () => ({}), set: async (data) => void rows.push(...Object.keys(data)) };
    const keys = addTransactionCapability(store, libraryLog(silent, "inst_late"), {
      maxCommitRetries: 1,
      delayBetweenTriesMs: 1,
    });
    let late = Promise.resolve();
    await keys.transaction(async () => {
      late = new Promise<void>((resolve) => setTimeout(resolve, 10)).then(
        () => keys.set({ tctoken: {} }) as Promise<void>,
      );
    }, "one");
    await late;
    expect(rows).toEqual([]);
  });

  it("11: a download of the library comes whole, and one that stands still is given up", async () => {
    const server = createServer(({ url }, response) => {
      if (url === "/whole") response.end("whole");
      else response.writeHead(200).write("half");
    });
    server.listen(0, "127.0.0.1");
    await eventually("the server", () => server.listening);
    const { port } = server.address() as AddressInfo; // a server on a port has an address with one
    const dispatcher = boundedFetches({ connectMs: 200, headersMs: 200, bodyMs: 200 });
    const download = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, { dispatcher } as RequestInit).then((answer) => answer.text());

    expect(await download("/whole")).toBe("whole");
    await expect(download("/half")).rejects.toMatchObject({ cause: { code: "UND_ERR_BODY_TIMEOUT" } });
    server.closeAllConnections();
    server.close();
  });

  it("14: two changes of one group that come while events are held back are both told; the library tells one", async () => {
    const [session] = open.filter(({ state }) => state === "open");
    if (!session) throw new Error("An earlier test opens the session.");
    const { sock } = session;
    const group = "120363000000000014@g.us";
    const told: unknown[] = [];
    const watch = { noteGroupChange: () => {} };
    keepGroupChanges(sock, world.clock, watch, async ({ what }) => void told.push(what));
    const byLibrary: unknown[] = [];
    sock.ev.on("groups.update", (updates) => byLibrary.push(...updates));
    const changed = (id: string, what: BinaryNode) =>
      sock.ws.emit("CB:notification", {
        tag: "notification",
        attrs: { id, from: group, type: "w:gp2", t: "1", participant: jid(ANA) },
        content: [what],
      });

    sock.ev.buffer();
    changed("G1", { tag: "subject", attrs: { subject: "First" } });
    changed("G2", { tag: "subject", attrs: { subject: "Second" } });
    await eventually("both", () => told.length === 2);
    sock.ev.emit("groups.update", [{ id: group, subject: "First" }]);
    sock.ev.emit("groups.update", [{ id: group, subject: "Second" }]);
    sock.ev.flush();
    // The library buffers once more for each notification that it works on.
    await eventually("the library's word", () => byLibrary.length > 0);

    expect(told).toEqual([
      { kind: "changed", change: { subject: "First" }, told: true },
      { kind: "changed", change: { subject: "Second" }, told: true },
    ]);
    expect(byLibrary).not.toContainEqual(expect.objectContaining({ subject: "Second" }));
  });

  it("1: a passkey that the network demands for the link is noticed and acknowledged", async () => {
    const { sock } = await bare("inst_passkey");
    const told: string[] = [];
    noticePasskey(sock, {
      demanded: ({ attrs }) => void told.push(`demanded by ${attrs.id}`),
      continued: ({ attrs }) => void told.push(`continued by ${attrs.id}`),
    });
    const sent: BinaryNode[] = [];
    sock.sendNode = async (node) => void sent.push(node);
    const demand = (type: string, id: string) =>
      sock.ws.emit(`CB:notification,type:${type}`, {
        tag: "notification",
        attrs: { id, from: "s.whatsapp.net", type },
      });

    demand("passkey_prologue_request", "P1");
    demand("crsc_continuation", "P2");
    sock.authState.creds.account = {};
    demand("passkey_prologue_request", "P3");

    expect(told).toEqual(["demanded by P1", "continued by P2"]);
    expect(sent.map(({ tag, attrs }) => [tag, attrs.id, attrs.to, attrs.type])).toEqual([
      ["ack", "P1", "s.whatsapp.net", "passkey_prologue_request"],
      ["ack", "P2", "s.whatsapp.net", "crsc_continuation"],
    ]);
  });

  it("12: an empty answer that took as long as the time limit is no answer", async () => {
    let now = 0;
    const slow = async () => {
      now += QUERY_TIMEOUT_MS;
      return undefined;
    };
    await expect(knownAnswer("anything", () => now, slow)).rejects.toThrow(AnswerUnknown);
    expect(
      await knownAnswer(
        "anything",
        () => now,
        async () => null,
      ),
    ).toBeNull();
  });

  it("12: silence is an error inside the library's own calls, and an answer that comes is none", async () => {
    const ws = new EventEmitter();
    answerSilence({ ws } as unknown as Pick<WASocket, "ws">, 20);
    const heard: BinaryNode[] = [];
    for (const id of ["silent", "answered"]) ws.on(`TAG:${id}`, (node: BinaryNode) => heard.push(node));
    ws.emit("TAG:answered", { tag: "iq", attrs: { id: "answered", type: "result" } });
    ws.off("TAG:answered", () => {});
    const error = await eventually("an answer in the network's place", () =>
      heard.find(({ attrs }) => attrs.id === "silent"),
    );
    expect(heard.map(({ attrs }) => [attrs.id, attrs.type])).toEqual([
      ["answered", "result"],
      ["silent", "error"],
    ]);
    const asked = () => Promise.resolve().then(() => assertNodeErrorFree(error));
    await expect(asked()).rejects.toSatisfy((thrown) => isUnanswered(thrown) && refusalIn(thrown) === null);
    await expect(knownAnswer("anything", () => 0, asked)).rejects.toThrow(AnswerUnknown);
  });

  it.each([
    ["nothing", [], null],
    ["somebody else", [["2@lid", true]], null],
    ["one of two", [["1@lid", true]], null],
    [
      "one of two without a list of devices",
      [
        ["1@lid", true],
        ["2@lid", false],
      ],
      null,
    ],
    [
      "both, one without devices",
      [
        ["1@lid", true],
        ["2:3@lid", true],
      ],
      2,
    ],
  ] as [string, [string, boolean][], number | null][])("12: an answer about people that says %s", (_, said, told) => {
    const query = new USyncQuery().withDeviceProtocol();
    for (const id of ["1@lid", "2@lid"]) query.withUser(new USyncUser().withId(id));
    const user = ([jid, lists]: [string, boolean]) => ({
      tag: "user",
      attrs: { jid },
      content: lists ? [{ tag: "devices", attrs: {}, content: [{ tag: "device-list", attrs: {}, content: [] }] }] : [],
    });
    const list = { tag: "list", attrs: {}, content: said.map(user) };
    const answer = { tag: "iq", attrs: { type: "result" }, content: [{ tag: "usync", attrs: {}, content: [list] }] };
    const read = () => query.parseUSyncQueryResult(answer);
    if (told === null) expect(read).toThrow(AnswerUnknown);
    else expect(read()?.list).toHaveLength(told);
  });
});
