import { beforeEach, describe, expect, it } from "vitest";
import { mergePerson } from "../../../core/operations/receiving/merge-person.ts";
import { keys } from "../../../core/store/keys.ts";
import { NO_OPT_OUTS } from "../../support/test-opt-outs.ts";
import { apiWorld } from "../api-world.ts";
import { type LinkedWorld, linkedWorld, TO } from "../linked-world.ts";
import { type PanelWorld, panelWorld, type SignedIn } from "./panel-world.ts";

type Json = Record<string, unknown>;
const DAY_SEC = 86_400;
const HIDDEN = "99887766@lid";

let linked: LinkedWorld;
let world: PanelWorld;
let ana: SignedIn;
let bob: SignedIn;

beforeEach(async () => {
  linked = await linkedWorld();
  world = panelWorld({ ...apiWorld(linked.table), deps: linked.deps, clock: linked.clock });
  ana = await world.signedIn(linked.account, "member");
  bob = await world.signedIn(linked.account, "member");
  await receive();
});

const receive = (person = TO) => {
  linked.pass(1);
  const chat_id = person === TO ? `${TO}@s.whatsapp.net` : person;
  return linked.receive({ phone: person === TO ? TO : null, person, chat_id });
};
const path = (note?: string, chat = TO) =>
  `/v1/instances/${linked.instance}/chats/${chat}/notes${note === undefined ? "" : `/${note}`}`;
async function write(who: SignedIn, text: string, chat = TO): Promise<Json> {
  linked.pass(1);
  const { status, body } = await world.panel("POST", path(undefined, chat), { ...who, body: { text } });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data as Json;
}
const list = async (query = "") => (await linked.ask("GET", `${path()}${query}`)).body as Json;
const texts = async () => ((await list()).data as { text: string }[]).map(({ text }) => text);
const statusOf = async (who: SignedIn, method: string, note: unknown, text = "Other") => {
  const body = method === "PATCH" ? { body: { text } } : {};
  const answer = await world.panel(method, path(String(note)), { ...who, ...body });
  return [answer.status, answer.body.code];
};

describe("a note", () => {
  it("is seen by the team with its author and time, newest first, and sends nothing", async () => {
    await world.table.write({ update: keys.accountUser(linked.account, ana.user), set: { name: "Ana" } });
    const rows = linked.rows();
    const events = linked.events();
    await write(ana, "Wants the blue one");
    const last = await write(bob, "Called her");

    const { data } = await list();
    expect(data).toEqual([
      last,
      expect.objectContaining({
        chat_id: `${TO}@s.whatsapp.net`,
        text: "Wants the blue one",
        author: { id: ana.user, name: "Ana" },
        key_id: null,
        edited_at: null,
      }),
    ]);
    expect([linked.rows(), linked.events()]).toEqual([rows, events]);
  });

  it("written twice with one Idempotency-Key is one, and a deleted one does not come back by a late retry", async () => {
    const ask = () => linked.ask("POST", path(), { text: "Once" }, { "idempotency-key": "k1" });
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.status, second.body]).toEqual([201, 200, first.body]);
    const both = await Promise.all(
      [1, 2].map(() => linked.ask("POST", path(), { text: "Two" }, { "idempotency-key": "k2" })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 201]);
    expect(await texts()).toEqual(["Two", "Once"]);

    await linked.ask("DELETE", path(String((first.body.data as Json).id)));
    expect((await ask()).status).toBe(409);
    expect(await texts()).toEqual(["Two"]);
  });

  it("is changed by its author alone, and deleted by its author and by admins", async () => {
    const { id } = await write(ana, "Draft");
    const admin = await world.signedIn(linked.account, "admin");
    const refused = [403, "role_not_allowed"];
    expect(await statusOf(bob, "PATCH", id)).toEqual(refused);
    expect(await statusOf(bob, "DELETE", id)).toEqual(refused);
    expect(await statusOf(admin, "PATCH", id)).toEqual(refused);
    const byKey = await linked.ask("PATCH", path(String(id)), { text: "Other" });
    expect([byKey.status, byKey.body.code]).toEqual([403, "key_not_allowed"]);
    expect(await texts()).toEqual(["Draft"]);

    expect(await statusOf(ana, "PATCH", id, "Final")).toEqual([200, undefined]);
    expect((await list()).data).toMatchObject([{ text: "Final", edited_at: expect.any(String) }]);
    expect(await statusOf(admin, "DELETE", id)).toEqual([204, undefined]);
    expect(await statusOf(ana, "PATCH", id)).toEqual([404, "not_found"]);
    expect(await texts()).toEqual([]);
  });

  it("is written by nobody who may only look", async () => {
    const viewer = await world.signedIn(linked.account, "viewer");
    const answer = await world.panel("POST", path(), { ...viewer, body: { text: "Hello" } });
    expect(answer.status).toBe(403);
    await write(ana, "Seen");
    expect((await world.panel("GET", path(), viewer)).body.data).toMatchObject([{ text: "Seen" }]);
  });

  it.each([
    ["an empty text", ""],
    ["white space", "   "],
    ["a text that is too long", "a".repeat(2_001)],
    ["a number", 7],
    ["nothing", null],
  ])("is refused with %s", async (_what, text) => {
    expect((await linked.ask("POST", path(), { text })).status).toBe(422);
  });
});

describe("the notes of a chat", () => {
  it("come in pages, each note once", async () => {
    for (const text of ["1", "2", "3", "4", "5"]) await write(ana, text);
    const found: string[] = [];
    for (let query = "?limit=2"; query !== ""; ) {
      const { data, links } = (await list(query)) as { data: { text: string }[]; links: { next: string | null } };
      found.push(...data.map(({ text }) => text));
      query = links.next === null ? "" : new URL(links.next).search;
    }
    expect(found).toEqual(["5", "4", "3", "2", "1"]);
  });

  it("end after 30 days, though the table deletes them later", async () => {
    const { id } = await write(ana, "Old");
    linked.pass(30 * DAY_SEC - 10);
    await linked.ask("POST", path(), { text: "New" });
    expect(await texts()).toEqual(["New", "Old"]);
    linked.pass(11);
    expect(await texts()).toEqual(["New"]);
    expect((await linked.ask("DELETE", path(String(id)))).status).toBe(404);
    expect(linked.table.partition(keys.note(linked.instance, "", "").pk)).toHaveLength(2);
  });

  it("end with the chat's deletion, also when a message brings it back", async () => {
    const { id } = await write(ana, "Before");
    linked.pass(1);
    await world.table.write({
      update: keys.person(linked.instance, TO),
      set: { hidden_ms: world.clock.now().getTime() },
    });
    expect(await texts()).toEqual([]);
    expect(await statusOf(ana, "PATCH", id)).toEqual([404, "not_found"]);
    await receive();
    await write(ana, "After");
    expect(await texts()).toEqual(["After"]);
  });

  it("stay the person's when the phone behind a private id becomes known", async () => {
    await receive(HIDDEN);
    const { id } = await write(ana, "By the private id", HIDDEN);
    await mergePerson({ ...world.deps, optOuts: NO_OPT_OUTS }, linked.own, { phone: TO, private_id: HIDDEN });
    await write(ana, "By the phone");
    expect(await texts()).toEqual(["By the phone", "By the private id"]);
    expect(await statusOf(ana, "PATCH", id, "Changed")).toEqual([200, undefined]);
    expect(await texts()).toEqual(["By the phone", "Changed"]);
  });

  it("are not another chat's whose id begins alike", async () => {
    await linked.receive({ phone: `${TO}0`, person: `${TO}0`, chat_id: `${TO}0@s.whatsapp.net` });
    await write(ana, "Hers", `${TO}0`);
    expect(await texts()).toEqual([]);
  });
});
