import { beforeEach, describe, expect, it } from "vitest";
import type { ChatFields } from "../../../core/domain/chats/chat-fields.ts";
import { idBound } from "../../../core/domain/ulid-bound.ts";
import { importMessages } from "../../../core/operations/receiving/import-messages.ts";
import { keptUntil, type MessageRecord, messageItem } from "../../../core/records/message.ts";
import type { PersonRecord } from "../../../core/records/person.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Item } from "../../../core/store/table.ts";
import { chatOf } from "../../support/stored-chats.ts";
import { dataOf, idOf, type LinkedWorld, linkedWorld, TO } from "../linked-world.ts";

const HIDDEN = "99887766@lid";
const GROUP = "120363020000000001@g.us";

let world: LinkedWorld;
beforeEach(async () => {
  world = await linkedWorld();
});

type Shown = { id: string; body: string; source: string };
const history = (query = "", chat = TO) =>
  world.ask("GET", `/v1/instances/${world.instance}/chats/${encodeURIComponent(chat)}/history${query}`);
const shown = async (query = "", chat = TO) => (await history(query, chat)).body.data as Shown[];
const bodies = async (query = "", chat = TO) => (await shown(query, chat)).map(({ body }) => body);
const nextOf = ({ body }: { body: Record<string, unknown> }) => (body.links as { next: string | null }).next;
const patch = (set: PersonRecord & ChatFields, key = TO) =>
  world.table.write({ update: keys.person(world.instance, key), set: { ...set } });

/** Has a person write, one second after the previous message. */
async function receive(body: string, change: Parameters<LinkedWorld["receive"]>[0] = {}) {
  world.pass(1);
  return world.receive({ body, ...change });
}

/** Imports a message from the phone's history. */
const imported = (id: string, body: string, secondsAgo: number, change: { chat_id?: string; person?: string } = {}) =>
  importMessages(world.deps, world.own, [
    {
      ...{ id, body, network_id: id, type: "text", status: "received", chat_id: `${TO}@s.whatsapp.net` },
      ...{ person: TO, phone: TO, participant: null, contact_name: null, from_me: false, network_bytes: null },
      written_at: new Date(world.clock.now().getTime() - secondsAgo * 1000),
      ...change,
    },
  ]);
const EARLY = "msg_01ARZ3NDEKTSV4RRFFQ69G5FAV";
const idAt = (secondsAgo: number) =>
  `${idBound("msg", new Date(world.clock.now().getTime() - secondsAgo * 1000))}RRFFQ69G5FAVAAAA`;
/** Stores a copy of a message under another id. */
const like = (id: string, change: Partial<MessageRecord>) => {
  const {
    pk: _pk,
    sk: _sk,
    gsi2pk: _2,
    gsi2sk: _s2,
    gsi3pk: _3,
    gsi3sk: _s3,
    ...old
  } = world.message(id) as Item & MessageRecord;
  return messageItem({ ...old, ...change });
};

describe("GET /v1/instances/{id}/chats/{chat}/history", () => {
  it("shows what came and went, the newest first, each a whole message with its source", async () => {
    await receive("Hi");
    world.pass(1);
    const sent = idOf(await world.send({ text: "Hello" }));

    const page = await history();

    expect(page.body.meta).toEqual({ limit: 50, offset: 0 });
    expect(nextOf(page)).toBeNull();
    expect(page.body.data).toMatchObject([
      { id: sent, body: "Hello", direction: "out", status: "queued", source: "service" },
      { body: "Hi", direction: "in", status: "received", source: "service", chat_id: `${TO}@s.whatsapp.net` },
    ]);
    const { source: _, ...message } = (page.body.data as Shown[])[0] ?? {};
    expect(message).toEqual(dataOf(await world.ask("GET", `/v1/messages/${sent}`)));
  });

  it("merges in what the phone's history held, by time; that is read by its id and in no list of messages", async () => {
    const old = idAt(3_600);
    const older = idAt(7_200);
    await receive("now");
    await imported(old, "an hour ago", 3_600);
    await imported(older, "two hours ago", 7_200);

    expect((await shown()).map(({ body, source }) => [body, source])).toEqual([
      ["now", "service"],
      ["an hour ago", "phone"],
      ["two hours ago", "phone"],
    ]);
    expect(dataOf(await world.ask("GET", `/v1/messages/${old}`))).toMatchObject({ id: old, body: "an hour ago" });
    for (const query of ["", `?phone=${TO}`, `?instance_id=${world.instance}`, "?direction=in"]) {
      const listed = (await world.ask("GET", `/v1/messages${query}`)).body.data as Shown[];
      expect(
        listed.map(({ body }) => body),
        query,
      ).toEqual(["now"]);
    }
  });

  it("is its own chat's: nothing of other people, of the same phone in groups, or on other instances", async () => {
    const sister = await world.newInstance();
    await receive("mine");
    await receive("another's", {
      phone: "5511999990002",
      person: "5511999990002",
      chat_id: "5511999990002@s.whatsapp.net",
    });
    await receive("in the group", { chat_id: GROUP, participant: TO });
    const [mine] = await shown();
    const foreign = like(mine?.id ?? "", { id: idAt(0), instance_id: sister, body: "on another instance" });
    await world.table.write({ put: foreign });
    const [id, body] = [idAt(2), "of an earlier version, whose entry tells no instance"];
    await world.table.write({ put: { ...like(mine?.id ?? "", { id, body, instance_id: sister }), gsi3sk: id } });

    expect(await bodies()).toEqual(["mine"]);
    expect(await bodies("", GROUP)).toEqual(["in the group"]);
  });

  it("goes on with what was written before the phone was known", async () => {
    await receive("hidden", { phone: null, person: HIDDEN, chat_id: HIDDEN });
    await receive("known");
    await patch({ merged_into: TO }, HIDDEN);
    await patch({ private_id: HIDDEN });

    expect(await bodies()).toEqual(["known", "hidden"]);
    expect(await bodies("", HIDDEN)).toEqual(["known", "hidden"]);
  });

  it("has pages by limit and offset, each message once, until one is empty", async () => {
    for (let i = 0; i < 7; i++) await receive(`${i}`);
    await imported(idAt(3_600), "old", 3_600);
    const pages = [];
    for (const offset of [0, 3, 6, 9]) pages.push(await bodies(`?limit=3&offset=${offset}`));

    expect(pages).toEqual([["6", "5", "4"], ["3", "2", "1"], ["0", "old"], []]);
    const next = new URL(String(nextOf(await history("?limit=3&offset=3"))));
    expect(next.pathname).toBe(`/v1/instances/${world.instance}/chats/${TO}/history`);
    expect([...next.searchParams.keys()]).toEqual(["limit", "cursor"]);
    expect(nextOf(await history("?limit=3&offset=6"))).toBeNull();
  });

  it("has nothing from before the chat was deleted, though the messages are still read by their ids", async () => {
    const first = await receive("before");
    await patch({ hidden_ms: world.clock.now().getTime() });
    expect(await bodies()).toEqual([]);

    await patch({ cleared_ms: world.clock.now().getTime() });
    await world.table.write({ update: keys.person(world.instance, TO), remove: ["hidden_ms"] });
    await receive("after");

    expect(await bodies()).toEqual(["after"]);
    expect((await world.ask("GET", `/v1/messages/${first}`)).status).toBe(200);
  });

  it("has nothing past its 30 days, and no gap where a scheduled message was taken back", async () => {
    await receive("kept");
    const send_at = new Date(world.clock.now().getTime() + 86_400_000).toISOString();
    const scheduled = idOf(await world.send({ text: "later", send_at }));
    expect(await bodies("?limit=1")).toEqual(["later"]);
    await world.ask("DELETE", `/v1/messages/${scheduled}`);
    const [kept] = await shown();
    const ttl = keptUntil(new Date(0));
    await world.table.write({ put: like(kept?.id ?? "", { id: EARLY, ttl }) });

    expect(await bodies("?limit=1")).toEqual(["kept"]);
    expect(await bodies()).toEqual(["kept"]);
  });

  it("is empty for a chat without messages, and 404 for none", async () => {
    await world.table.write({ put: chatOf(world.instance, GROUP, {}) });

    expect(await bodies("", GROUP)).toEqual([]);
    expect(await history("", "5511999990009")).toMatchObject({ status: 404, body: { code: "chat_not_found" } });
  });

  it.each([
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["offset=-1", "offset"],
    ["offset=10001", "offset"],
    ["offset=x", "offset"],
  ])("refuses %s with 422 errors.%s", async (query, field) => {
    await patch({});

    const answer = await history(`?${query}`);

    expect(answer).toMatchObject({ status: 422, body: { code: "validation_failed" } });
    expect(Object.keys(answer.body.errors as object)).toEqual([field]);
  });
});
