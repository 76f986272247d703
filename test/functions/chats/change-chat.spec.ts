import { beforeEach, describe, expect, it } from "vitest";
import { MUTED_FOR_EVER } from "../../../core/domain/chats/chat-fields.ts";
import type { ChatFields } from "../../../core/records/chats/chat-fields.ts";
import type { CommandAnswer } from "../../../core/records/command.ts";
import { type PersonRecord, personRecords } from "../../../core/records/person.ts";
import { keys, lists } from "../../../core/store/keys.ts";
import { dataOf, type LinkedWorld, linkedWorld, TO } from "../linked-world.ts";

const GROUP = "120363020000000001@g.us";
const CHANNEL = "120363020000000009@newsletter";
const STRANGER = "5511999990077";
const NOW = Date.parse("2026-11-20T09:30:05.000Z");

let world: LinkedWorld;
beforeEach(async () => {
  world = await linkedWorld();
  await put("person", TO, {
    chat_id: `${TO}@s.whatsapp.net`,
    last_in_at: "2026-11-20T09:00:00.000Z",
    last_ms: NOW - 1,
  });
  await put("person", STRANGER, { chat_id: `${STRANGER}@s.whatsapp.net` });
  await put("group", GROUP, { name: "Tea", last_ms: NOW - 1 });
  await put("channel", CHANNEL, { name: "News", last_ms: NOW - 1 });
});

const put = (type: "person" | "group" | "channel", key: string, fields: PersonRecord | ChatFields) =>
  world.table.write({ put: { ...keys[type](world.instance, key), ...fields } });
const path = (chat: string, rest = "") => `/v1/instances/${world.instance}/chats/${encodeURIComponent(chat)}${rest}`;
const done = async (): Promise<CommandAnswer> => ({ ok: true });
/** Sends a request while a session carries out the resulting commands. */
const ask = (method: string, chat: string, body?: object, rest = "", perform = done) =>
  world.withSession(perform, () => world.ask(method, path(chat, rest), body));
const change = (chat: string, body: object, perform = done) => ask("PATCH", chat, body, "", perform);
const disconnect = () => world.table.write({ update: keys.instance(world.instance), set: { status: "starting" } });
const person = { type: "person", key: TO };

describe("PATCH of a chat", () => {
  it("asks the session for what is not so already, and shows the chat as it is then", async () => {
    const body = { archived: true, pinned: false, muted_until: "forever", unread: false };

    const answer = await change(TO, body, async () => {
      await put("person", TO, { archived: true, muted_until_ms: MUTED_FOR_EVER });
      return { ok: true };
    });

    const asked = { archived: true, muted_until_ms: MUTED_FOR_EVER };
    expect(world.commands).toEqual([{ kind: "change_chat", chat: person, change: asked }]);
    expect([answer.status, dataOf(answer)]).toMatchObject([200, { archived: true, muted_until: "forever" }]);
  });

  it("takes a group by its id, and a person by any of theirs", async () => {
    await put("person", "77@lid", { merged_into: TO });
    for (const chat of [`${TO}@s.whatsapp.net`, "77@lid", GROUP]) await change(chat, { archived: true });
    const places = world.commands.map((command) => "chat" in command && command.chat);
    expect(places).toEqual([person, person, { type: "group", key: GROUP }]);
  });

  it("sends nothing when nothing is to change", async () => {
    await disconnect();
    const answer = await change(TO, { archived: false, pinned: false, muted_until: null, unread: false });
    expect([answer.status, world.commands]).toEqual([200, []]);
    expect((await change(TO, {})).status).toBe(200);
  });

  it.each([
    [{ archived: true, pinned: true }, "pinned"],
    [{ archived: "yes" }, "archived"],
    [{ muted_until: "tomorrow" }, "muted_until"],
    [{ muted_until: "2026-11-20T09:30:00+00:00" }, "muted_until"],
    [{ muted_until: "2028-01-01T00:00:00Z" }, "muted_until"],
    [{ handled_by: "ai" }, "handled_by"],
    [{ handled_by: "menu" }, "handled_by"],
  ])("refuses %j with 422", async (body, field) => {
    const { status, body: answer } = await change(TO, body);
    expect([status, Object.keys(answer.errors as object)]).toEqual([422, [field]]);
    expect(world.commands).toEqual([]);
  });

  it("is over by the clock: a mute shows until its time and no longer", async () => {
    await put("person", TO, { muted_until_ms: NOW + 60_000 });
    const shown = async () => dataOf(await world.ask("GET", path(TO))).muted_until;
    expect(await shown()).toBe("2026-11-20T09:31:05+00:00");
    world.pass(60);
    expect(await shown()).toBeNull();
  });

  it("is written down with the chat and the names of its fields", async () => {
    await change(TO, { archived: true });
    await change(TO, { handled_by: "team" });
    const { data } = (await world.ask("GET", "/v1/activity")).body as { data: object[] };
    const line = { action: "chat.changed", instance_id: world.instance, subject: TO, by: "key" };
    expect(data).toMatchObject([
      { ...line, changed: ["handled_by"] },
      { ...line, changed: ["archived"] },
    ]);
  });

  it("answers what the session refuses, in its words", async () => {
    const message = "The network did not respond in time. Changed before that: archived.";
    const refusal: CommandAnswer = {
      ok: false,
      code: "messenger_unavailable",
      message,
      status: 503,
      retry_after_sec: 30,
    };
    const answer = await change(TO, { archived: true, unread: true, handled_by: "team" }, async () => refusal);
    expect([answer.status, answer.body]).toMatchObject([503, { code: "messenger_unavailable", message }]);
    expect(answer.headers["Retry-After"]).toBe("30");
    expect(await personRecords.read(world.table, world.instance, TO)).not.toHaveProperty("handled_by");
  });
});

describe("handled_by", () => {
  it("goes on while the number is not connected, alone", async () => {
    await disconnect();
    expect(dataOf(await change(TO, { handled_by: "team" })).handled_by).toBe("team");
    expect(dataOf(await change(TO, { handled_by: null })).handled_by).toBeNull();
    const both = await change(TO, { handled_by: "team", pinned: true });
    expect([both.status, both.body.code]).toEqual([409, "not_connected"]);
    expect(dataOf(await world.ask("GET", path(TO))).handled_by).toBeNull();
  });

  it.each([["team"], [null]])("%s makes a person wait who wrote last while a machine answered", async (by) => {
    await put("person", TO, { handled_by: "ai", last_id: await world.receive(), last_ms: NOW });
    expect(dataOf(await world.ask("GET", path(TO))).waiting).toBe(false);

    expect(dataOf(await change(TO, { handled_by: by })).waiting).toBe(true);
    const waiting = await world.table.query({ pk: lists.waitingChats(world.instance), index: "by_phone", limit: 10 });
    expect(waiting.items.map(({ sk }) => sk)).toEqual([TO]);
  });

  it("makes nobody wait whom somebody answered", async () => {
    await put("person", TO, { handled_by: "ai", last_in_at: "2026-11-20T09:00:00.000Z", last_ms: NOW });
    expect(dataOf(await change(TO, { handled_by: "team" })).waiting).toBe(false);
  });
});

describe("read, typing and DELETE", () => {
  it("ask the session", async () => {
    expect((await ask("POST", TO, undefined, "/read")).status).toBe(204);
    expect((await ask("POST", TO, { state: "recording" }, "/typing")).status).toBe(204);
    expect((await ask("POST", GROUP, { state: "paused" }, "/typing")).status).toBe(204);
    expect((await ask("DELETE", TO)).status).toBe(204);
    expect(world.commands).toEqual([
      { kind: "read_chat", chat: person },
      { kind: "show_typing", chat: person, state: "recording" },
      { kind: "show_typing", chat: { type: "group", key: GROUP }, state: "paused" },
      { kind: "delete_chat", chat: person },
    ]);
  });

  it("typing is refused for people who never wrote, and takes no other state", async () => {
    const stranger = await ask("POST", STRANGER, { state: "typing" }, "/typing");
    expect([stranger.status, stranger.body.code]).toEqual([409, "conflict"]);
    expect((await ask("POST", TO, { state: "composing" }, "/typing")).status).toBe(422);
    expect(world.commands).toEqual([]);
  });

  it("a deleted chat is not deleted again, and can be changed on no phone", async () => {
    await put("person", TO, { hidden_ms: NOW, last_in_at: "2026-11-20T09:00:00.000Z" });
    await disconnect();
    expect((await ask("DELETE", TO)).status).toBe(204);
    expect((await change(TO, { pinned: true })).body.code).toBe("conflict");
    expect((await ask("POST", TO, undefined, "/read")).body.code).toBe("conflict");
    expect(dataOf(await world.ask("GET", path(TO)))).toMatchObject({ unread_count: 0, last_message: null });
  });
});

describe("all four", () => {
  const requests: [method: string, rest: string, body?: object][] = [
    ["PATCH", "", { archived: true }],
    ["POST", "/read"],
    ["POST", "/typing", { state: "typing" }],
    ["DELETE", ""],
  ];

  it.each(requests)("%s …%s is 409 while the number is not connected", async (method, rest, body) => {
    await disconnect();
    const { status, body: answer } = await ask(method, TO, body, rest);
    expect([status, answer.code]).toEqual([409, "not_connected"]);
  });

  it.each(requests)(
    "%s …%s is 404 for a chat that nobody ever saw, and 409 for a channel",
    async (method, rest, body) => {
      for (const chat of ["5511900000000", "99@lid", "120363029999999999@g.us", "nonsense"]) {
        const { status, body: answer } = await ask(method, chat, body, rest);
        expect([status, answer.code]).toEqual([404, "chat_not_found"]);
      }
      const { status, body: answer } = await ask(method, CHANNEL, body, rest);
      expect([status, answer.code]).toEqual([409, "conflict"]);
      expect(world.commands).toEqual([]);
    },
  );
});
