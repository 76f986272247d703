import { beforeEach, describe, expect, it } from "vitest";
import type { ContactPicture } from "../../core/domain/chats/contact-picture.ts";
import { shortName } from "../../core/domain/chats/short-name.ts";
import { notePictureChange } from "../../core/operations/contacts/note-picture-change.ts";
import type { CommandAnswer } from "../../core/records/command.ts";
import { keys } from "../../core/store/keys.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import { type LinkedWorld, linkedWorld, TO } from "./linked-world.ts";

const BEN = "5511999990002";
const HIDDEN = "770001@lid";

let world: LinkedWorld;
beforeEach(async () => {
  world = await linkedWorld();
  await away(true);
});
/** Sets whether the instance is away. While it is away, no pictures are requested. */
const away = (isAway: boolean) =>
  world.table.write({
    update: keys.instance(world.instance),
    set: { status: isAway ? "starting" : "working" },
  });

const path = (rest = "") => `/v1/instances/${world.instance}/contacts${rest}`;
const get = async (rest: string) => (await world.ask("GET", path(rest))).body.data;
const list = async (query = "") => ((await get(query)) as { phone: string | null; id: string }[]).map(({ id }) => id);
const person = (key: string, set: Record<string, unknown>) =>
  world.table.write({ update: keys.person(world.instance, key), set });
const saved = async (key: string, name: string) => {
  await person(key, { name });
  await world.table.write({ update: keys.contact(world.instance, key), set: { saved_by: "phone" } });
};

describe("contacts", () => {
  it("are whoever has a chat, with the name they show and when they wrote", async () => {
    await world.receive({ contact_name: "Ana" });

    expect(await get(`/${TO}`)).toMatchObject({
      id: `${TO}@s.whatsapp.net`,
      phone: TO,
      name: null,
      contact_name: "Ana",
      business: false,
      blocked: false,
      picture_url: null,
      last_in_at: "2026-11-20T09:30:05+00:00",
      opted_out_at: null,
    });
  });

  it("are whoever is saved, also without a chat", async () => {
    await saved(BEN, "Ben Oliveira");

    expect(await get("")).toEqual([
      expect.objectContaining({ phone: BEN, name: "Ben Oliveira", contact_name: null, last_in_at: null }),
    ]);
  });

  it("are not whoever only a message waited for, nor a private id that turned out to be a phone's", async () => {
    await world.send({ text: "Hello" });
    await person(HIDDEN, { chat_id: HIDDEN, merged_into: BEN });
    await person(BEN, { chat_id: HIDDEN, private_id: HIDDEN });

    expect(await list()).toEqual([HIDDEN]);
    expect(await get(`/${BEN}`)).toEqual(await get(`/${encodeURIComponent(HIDDEN)}`));
    expect(await get(`/${BEN}`)).toMatchObject({ id: HIDDEN, phone: BEN });
  });

  it("whose number is hidden have no phone, and are read by their private id", async () => {
    await world.receive({ phone: null, person: HIDDEN, chat_id: HIDDEN, contact_name: "Hidden" });

    expect(await get(`/${encodeURIComponent(HIDDEN)}`)).toMatchObject({ id: HIDDEN, phone: null });
    expect(await get("")).toEqual([expect.objectContaining({ id: HIDDEN, phone: null, contact_name: "Hidden" })]);
  });

  it("are named in a path by phone, with a plus or not, or by chat id; others are not found", async () => {
    await world.receive();

    for (const named of [TO, `%2B${TO}`, `${TO}@s.whatsapp.net`]) {
      expect((await world.ask("GET", path(`/${named}`))).status, named).toBe(200);
    }
    for (const named of ["5511888880000", "1@lid", "120363020000000001@g.us", "nobody", "5".repeat(90), "%00"]) {
      const answer = await world.ask("GET", path(`/${named}`));
      expect([answer.status, answer.body.code], named).toEqual([404, "not_found"]);
    }
  });
});

describe("the list of contacts", () => {
  beforeEach(async () => {
    for (const n of [3, 1, 2, 5, 4]) await saved(`551199999000${n}`, `Person ${n}`);
  });
  const ids = (...numbers: number[]) => numbers.map((n) => `551199999000${n}@s.whatsapp.net`);

  it("is in the order of their keys, and is read to its end by limit and offset", async () => {
    expect(await list()).toEqual(ids(1, 2, 3, 4, 5));
    expect(await list("?limit=2")).toEqual(ids(1, 2));
    expect(await list("?limit=2&offset=2")).toEqual(ids(3, 4));
    expect(await list("?limit=2&offset=4")).toEqual(ids(5));
    expect(await list("?limit=2&offset=6")).toEqual([]);
    expect((await world.ask("GET", path("?limit=2&offset=4"))).body.meta).toEqual({ limit: 2, offset: 4 });
  });

  it("refuses limits and offsets out of range", async () => {
    for (const [query, field] of [
      ["limit=0", "limit"],
      ["limit=101", "limit"],
      ["limit=x", "limit"],
      ["offset=-1", "offset"],
      ["offset=20001", "offset"],
      [`search=${"a".repeat(101)}`, "search"],
    ]) {
      const answer = await world.ask("GET", path(`?${query}`));
      expect([answer.status, Object.keys(answer.body.errors ?? {})], query).toEqual([422, [field]]);
    }
  });

  it("is searched by parts of names without case and accents, and by digits of phones", async () => {
    await saved("5521888880001", "João ÁVILA");
    await person("5521888880002", { chat_id: "5521888880002@s.whatsapp.net", contact_name: "Zoë" });

    expect(await list("?search=joao%20avi")).toEqual(["5521888880001@s.whatsapp.net"]);
    expect(await list("?search=ZOE")).toEqual(["5521888880002@s.whatsapp.net"]);
    expect(await list("?search=%2B55%20(21)%208888")).toHaveLength(2);
    expect(await list("?search=person&limit=2&offset=3")).toEqual(ids(4, 5));
    expect(await list("?search=nobody")).toEqual([]);
  });

  it("may be searched ten times a minute with a key beyond a thousand people, together with chats", async () => {
    for (let n = 0; n < 1_000; n++) await saved(String(5531000000000 + n), "Many");
    const search = (what: string) => world.ask("GET", what);
    const statuses = [];
    for (let n = 0; n < 5; n++) {
      statuses.push((await search(path("?search=nobody"))).status);
      statuses.push((await search("/v1/chats?search=many")).status);
    }
    const refused = await search(path("?search=nobody"));

    expect(statuses).toEqual(Array(10).fill(200));
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(Number(refused.headers["Retry-After"])).toBeGreaterThan(0);
    expect((await search(path("?limit=1"))).status).toBe(200);
    // A page of a search by name ends before a thousand contacts have been checked.
    expect((await search(path("?search=many&limit=1"))).status).toBe(200);
  });

  it("holds every contact however many there are, read in parts", async () => {
    for (let n = 0; n < 1_100; n++) await saved(String(5531000000000 + n), "Many");

    expect(await list("?search=many&limit=3&offset=1098")).toHaveLength(2);
    expect(await list("?offset=1102")).toEqual(
      ["5531000001097", "5531000001098", "5531000001099"].map((one) => `${one}@s.whatsapp.net`),
    );
  });
});

describe("blocking a contact", () => {
  const blocked = (method: string, contact: string, answer: CommandAnswer = { ok: true }) =>
    world.withSession(
      async () => answer,
      () => world.ask(method, path(`/${encodeURIComponent(contact)}/block`)),
    );
  beforeEach(async () => {
    await away(false);
    await world.receive({ contact_name: "Ana" });
  });

  it("is done by the session, with the name by which the network shows them", async () => {
    expect((await blocked("PUT", TO)).status).toBe(204);
    expect((await blocked("DELETE", `${TO}@s.whatsapp.net`)).status).toBe(204);

    expect(world.commands).toEqual([
      { kind: "set_blocked", person: TO, blocked: true, shown_name: "Ana" },
      { kind: "set_blocked", person: TO, blocked: false, shown_name: "Ana" },
    ]);
    const actions = (await world.ask("GET", "/v1/activity")).body.data as { action: string }[];
    expect(actions.map(({ action }) => action).slice(0, 2)).toEqual(["contact.unblocked", "contact.blocked"]);
  });

  it("is done for a hidden number by its private id", async () => {
    await world.receive({ phone: null, person: HIDDEN, chat_id: HIDDEN, contact_name: null });

    expect((await blocked("PUT", HIDDEN)).status).toBe(204);
    expect(world.commands).toEqual([{ kind: "set_blocked", person: HIDDEN, blocked: true, shown_name: null }]);
  });

  it("refuses the own number, people nobody knows, and says why the network would not", async () => {
    const own = await blocked("PUT", "5511988880000");
    expect([own.status, own.body.errors]).toEqual([422, { contact: [expect.stringContaining("own number")] }]);
    expect((await blocked("PUT", BEN)).body.code).toBe("not_found");
    for (const [code, status] of [
      ["person_unknown", 503],
      ["messenger_refused", 409],
      ["messenger_unavailable", 502],
    ] as const) {
      const answer = await blocked("PUT", TO, { ok: false, code });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
    await away(true);
    expect((await world.ask("PUT", path(`/${TO}/block`))).body.code).toBe("not_connected");
  });

  it("shows on the contact, in the list too", async () => {
    await away(true);
    await person(TO, { blocked: true });
    await person(HIDDEN, { blocked: true });

    expect(await get("")).toMatchObject([
      { phone: TO, blocked: true },
      { id: HIDDEN, blocked: true },
    ]);
  });
});

describe("saving a contact under a name", () => {
  const save = (name: unknown, contact = TO) => world.ask("PATCH", path(`/${encodeURIComponent(contact)}`), { name });
  beforeEach(() => world.receive({ contact_name: "Ana" }));

  it("holds at once, also while nothing is connected, and the phone gets it later", async () => {
    const answer = await save("  Ana Souza ");

    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      { phone: TO, name: "Ana Souza", contact_name: "Ana" },
    ]);
    expect(await list("?search=souza")).toHaveLength(1);
    expect(world.table.peek(keys.contactSync(world.instance, TO))).toMatchObject({ since_ms: expect.any(Number) });
    expect(world.table.partition(instanceLane(world.instance))).toContainEqual(
      expect.objectContaining({ mirror: "contacts" }),
    );
    const actions = (await world.ask("GET", "/v1/activity")).body.data as { action: string; changed: string[] }[];
    expect(actions[0]).toMatchObject({ action: "contact.changed", changed: ["name"] });
  });

  it("removes it with null, and whoever was only saved is no contact any more", async () => {
    await saved(BEN, "Ben");
    await save("Ana Souza");

    expect((await save(null)).body.data).toMatchObject({ name: null, contact_name: "Ana" });
    expect((await save(null, BEN)).body.data).toMatchObject({ phone: BEN, name: null });
    expect((await save(null, BEN)).status).toBe(404);
    expect(await list()).toHaveLength(1);
  });

  it("keeps a name of 100 characters whole, and its beginning where messages write it", async () => {
    const long = "😀".repeat(100);

    expect((await save(long)).body.data).toMatchObject({ name: long });
    expect(world.table.peek(keys.person(world.instance, TO))?.name).toBe(shortName(long));
  });

  it("of a hidden number holds here alone", async () => {
    await world.receive({ phone: null, person: HIDDEN, chat_id: HIDDEN });

    expect((await save("Somebody", HIDDEN)).body.data).toMatchObject({ phone: null, name: "Somebody" });
    expect(world.table.peek(keys.contactSync(world.instance, HIDDEN))).toBeNull();
  });

  it("refuses names that are none, and contacts that nobody knows", async () => {
    for (const name of ["", "  ", "\u200b", "a".repeat(101), 5, undefined]) {
      const answer = await save(name);
      expect([answer.status, Object.keys(answer.body.errors ?? {})], String(name)).toEqual([422, ["name"]]);
    }
    expect((await save("Ben", BEN)).body.code).toBe("not_found");
  });

  it("is limited to a hundred changes a local day; the same name again is none", async () => {
    for (let n = 1; n <= 100; n++) {
      expect((await save(`Ana ${n}`)).status).toBe(200);
      await save(`Ana ${n}`);
      if (n % 25 === 0) world.pass(60);
    }

    const refused = await save("Ana 101");
    expect([refused.status, refused.body.code]).toEqual([429, "limit_reached"]);
    expect(Number(refused.headers["Retry-After"])).toBeGreaterThan(3_600);
    expect((await get(`/${TO}`)) as object).toMatchObject({ name: "Ana 100" });
    world.pass(86_400);
    expect((await save("Ana 101")).status).toBe(200);
  });

  it("is one of two names when two give one at once", async () => {
    const answers = await Promise.all([save("Ana One"), save("Ana Two"), save("Ana Three")]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { name } = (await get(`/${TO}`)) as { name: string };
    expect(answers.map(({ body }) => (body.data as { name: string }).name)).toContain(name);
  });
});

describe("a contact's picture", () => {
  const KEY = "acc/inst/picture";
  let picture: ContactPicture;
  let refusal: CommandAnswer | null;
  beforeEach(async () => {
    await away(false);
    await world.receive();
    picture = { key: KEY, mimetype: "image/jpeg", stored_ms: 0, asked_ms: 0 };
    refusal = null;
  });
  /** Stores the picture as a session does, with the current time. */
  const perform = async (): Promise<CommandAnswer> => {
    if (refusal) return refusal;
    const now = world.clock.now().getTime();
    const result = { ...picture, stored_ms: now, asked_ms: now };
    await world.table.write({ update: keys.contact(world.instance, TO), set: { picture: result } });
    return { ok: true, result };
  };
  const shown = async () => {
    const answer = await world.withSession(perform, () => world.ask("GET", path(`/${TO}`)));
    expect(answer.status).toBe(200);
    return (answer.body.data as { picture_url: string | null }).picture_url;
  };
  const listed = async () => ((await get("")) as { picture_url: string | null }[])[0]?.picture_url;
  const passDays = (days: number) => world.pass(days * 86_400);

  it("is asked for when one contact is read, and then kept for twenty days", async () => {
    expect(await listed()).toBeNull();
    expect(world.commands).toEqual([]);

    expect(await shown()).toContain(encodeURIComponent(KEY));
    expect(await listed()).toContain(encodeURIComponent(KEY));
    passDays(19.9);
    await shown();
    expect(world.commands).toEqual([{ kind: "contact_picture", person: TO }]);

    passDays(0.2);
    await shown();
    expect(world.commands).toHaveLength(2);
  });

  it("is asked for anew once the network tells that it has changed, and shown as it was until then", async () => {
    await shown();
    await notePictureChange(world.deps, world.own, TO);
    expect(await listed()).toContain(encodeURIComponent(KEY));

    picture = { ...picture, key: null };
    expect(await shown()).toBeNull();
    expect(await listed()).toBeNull();
    await shown();
    expect(world.commands).toHaveLength(2);
  });

  it("is what is stored when the network can't be asked or refuses, and never a file that is gone", async () => {
    await shown();
    passDays(21);
    for (const code of ["unavailable", "messenger_unavailable", "messenger_refused", "not_connected"] as const) {
      refusal = { ok: false, code };
      expect(await shown(), code).toContain(encodeURIComponent(KEY));
    }
    await away(true);
    expect((await get(`/${TO}`)) as object).toMatchObject({ picture_url: expect.stringContaining("media.test") });

    passDays(9);
    expect((await get(`/${TO}`)) as object).toMatchObject({ picture_url: null });
    expect(await listed()).toBeNull();
  });

  it("of somebody whose picture nobody asked for is not remembered to have changed", async () => {
    await notePictureChange(world.deps, world.own, TO);

    expect(world.table.peek(keys.contact(world.instance, TO))).toBeNull();
  });
});

describe("importing contacts", () => {
  const NEW = "5511999990003";
  const bring = (...contacts: { phone: string; name: string }[]) => world.ask("POST", path("/import"), { contacts });
  const rows = (count: number, from = 5531900000000) =>
    Array.from({ length: count }, (_, n) => ({ phone: String(from + n), name: `Person ${n}` }));
  const waiting = async () =>
    (await world.table.query({ pk: keys.contactSync(world.instance, "").pk, limit: 10 })).items.length;

  it("saves people whom nobody knew and those with a chat, while the instance is away, and not on the phone", async () => {
    await world.receive({ contact_name: "Ana" });

    const answer = await bring({ phone: TO, name: " Ana Souza " }, { phone: "+55 (11) 99999-0003", name: "Ben" });

    expect([answer.status, answer.body.data]).toEqual([200, { saved: 2, unchanged: 0, kept: 0 }]);
    expect(await get(`/${TO}`)).toMatchObject({ name: "Ana Souza", contact_name: "Ana" });
    expect(await get(`/${NEW}`)).toMatchObject({ phone: NEW, name: "Ben", wrote_first_at: null });
    expect([await waiting(), world.commands]).toEqual([0, []]);
    const [action] = (await world.ask("GET", "/v1/activity")).body.data as object[];
    expect(action).toMatchObject({ action: "contact.imported", changed: ["contacts"] });
  });

  it("changes nothing more when it is repeated, and of two rows with one phone the later counts", async () => {
    const list = [
      { phone: NEW, name: "Ben" },
      { phone: NEW, name: "Benedict" },
      { phone: BEN, name: "Bela" },
    ];

    expect((await bring(...list)).body.data).toEqual({ saved: 2, unchanged: 0, kept: 0 });
    expect((await bring(...list)).body.data).toEqual({ saved: 0, unchanged: 2, kept: 0 });
    expect(await get(`/${NEW}`)).toMatchObject({ name: "Benedict" });
  });

  it("keeps the names of the phone's address book, and a name that still waits for the phone gets there as it is now", async () => {
    await saved(BEN, "Ben of the phone");
    await world.receive();
    await world.ask("PATCH", path(`/${TO}`), { name: "Ana" });

    const answer = await bring({ phone: BEN, name: "Ben" }, { phone: TO, name: "Ana Souza" });

    expect(answer.body.data).toEqual({ saved: 1, unchanged: 0, kept: 1 });
    expect(await get(`/${BEN}`)).toMatchObject({ name: "Ben of the phone" });
    expect([await get(`/${TO}`), await waiting()]).toEqual([expect.objectContaining({ name: "Ana Souza" }), 1]);
  });

  it("checks every row before it saves one, and names the rows and fields that are wrong", async () => {
    const answer = await bring(
      { phone: NEW, name: "Ben" },
      { phone: "5.51E+12", name: "Ana" },
      { phone: "99999-0001", name: "\u200b" },
      { phone: BEN, name: "Jo\ufffdo" },
      { phone: BEN, name: "a".repeat(101) },
    );

    expect([answer.status, answer.body.code]).toEqual([422, "validation_failed"]);
    expect(answer.body.errors).toEqual({
      "contacts.1.phone": [expect.stringContaining("rounded number")],
      "contacts.2.phone": [expect.stringContaining("international format")],
      "contacts.2.name": [expect.stringContaining("empty")],
      "contacts.3.name": [expect.stringContaining("lost")],
      "contacts.4.name": [expect.stringContaining("too long")],
    });
    expect(await list()).toEqual([]);
  });

  it("names a hundred wrong fields at most, and takes 1 to 500 rows", async () => {
    const wrong = await bring(...rows(500).map(() => ({ phone: "x", name: "" })));
    expect(Object.keys(wrong.body.errors ?? {})).toHaveLength(100);
    for (const count of [0, 501]) {
      const answer = await bring(...rows(count));
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ["contacts"]]);
    }
    expect((await bring(...rows(500))).body.data).toEqual({ saved: 500, unchanged: 0, kept: 0 });
  });

  it("is limited to 10,000 names a day, of which a refused list saves none and known names use none", async () => {
    await world.ask("PATCH", path(`/${NEW}`), { name: "nobody" }); // refused, and not counted
    await bring(...rows(2));
    const [day] = (await world.table.query({ pk: `INST#${world.instance}`, from: "SAVES#", to: "SAVES#~", limit: 9 }))
      .items;
    expect(day).toMatchObject({ imported: 2 });
    await world.table.write({ update: { pk: day?.pk ?? "", sk: day?.sk ?? "" }, set: { imported: 9_999 } });

    const refused = await bring({ phone: NEW, name: "Ben" }, { phone: BEN, name: "Bela" });

    expect([refused.status, refused.body.code]).toEqual([429, "limit_reached"]);
    expect(Number(refused.headers["Retry-After"])).toBeGreaterThan(0);
    expect(await list()).toHaveLength(2);
    expect((await bring(...rows(2), { phone: NEW, name: "Ben" })).body.data).toEqual({
      saved: 1,
      unchanged: 2,
      kept: 0,
    });
    expect((await bring({ phone: BEN, name: "Bela" })).status).toBe(429);
  });

  it("saves a number under the form in which its person is known", async () => {
    await world.receive({ phone: "551199990001", person: "551199990001", chat_id: "551199990001@s.whatsapp.net" });

    expect((await bring({ phone: "5511999990001", name: "Ana" })).body.data).toEqual({
      saved: 1,
      unchanged: 0,
      kept: 0,
    });
    expect(await get("/551199990001")).toMatchObject({ phone: "551199990001", name: "Ana" });
    expect(await list()).toHaveLength(1);
  });
});
