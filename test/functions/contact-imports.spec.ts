import { beforeEach, describe, expect, it } from "vitest";
import { MINUTE_MS } from "../../core/contracts/durations.ts";
import { runChores } from "../../core/operations/chores/run-chores.ts";
import { importPiece } from "../../core/operations/contacts/work-import.ts";
import { keys } from "../../core/store/keys.ts";
import { apiWorld } from "./api-world.ts";
import { type LinkedWorld, linkedWorld, TO } from "./linked-world.ts";

const BEN = "5511999990002";

let world: LinkedWorld;
beforeEach(async () => {
  world = await linkedWorld();
});

const path = (rest = "") => `/v1/instances/${world.instance}/contacts${rest}`;
const imports = (id = "") => `/v1/instances/${world.instance}/contact-imports${id}`;
const begin = (body: unknown) => world.ask("POST", imports(), body);
const read = async (id: unknown) => (await world.ask("GET", imports(`/${id}`))).body.data;
const work = () => {
  const none = async () => ({ kind: "over" as const });
  const deps = { ...world.deps, onLasting: () => undefined };
  const pieces = { retention: none, deletion: none, export: none, import: importPiece(deps) };
  return runChores(deps, pieces, { runMs: MINUTE_MS, turnMs: MINUTE_MS });
};
async function imported(body: unknown): Promise<Record<string, unknown>> {
  const { status, body: answer, text } = await begin(body);
  expect(status, text).toBe(202);
  await work();
  return (await read((answer.data as { id: string }).id)) as Record<string, unknown>;
}
const contacts = async () => {
  const { data } = (await world.ask("GET", path("?limit=100"))).body;
  return (data as { phone: string; name: string | null }[]).map(({ phone, name }) => [phone, name]);
};
type Part = { text: string; people: number; left_out: number; next: string | null };
const part = async (query: string) => {
  const { status, body, text } = await world.ask("GET", path(`/export${query}`));
  expect(status, text).toBe(200);
  return body.data as Part;
};

describe("an import of contacts in the background", () => {
  it("of 10,000 people in one request saves them all and shows its progress", async () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => `+55 11 9${String(10_000_000 + n)};Person ${n}`);

    const begun = await begin({ csv: `Celular;Nome\n${rows.join("\n")}` });
    const { id } = begun.body.data as { id: string };
    expect([begun.status, begun.body.data]).toMatchObject([202, { status: "waiting", total: 10_000, done: 0 }]);
    expect((await begin({ contacts: [{ phone: BEN, name: "Ben" }] })).body).toMatchObject({
      code: "conflict",
      message: expect.stringContaining(id),
    });
    await work();

    expect(await read(id)).toMatchObject({ status: "done", total: 10_000, done: 10_000, saved: 10_000, left_out: 0 });
    expect(world.table.partition(keys.person(world.instance, "").pk)).toHaveLength(10_000);
    expect(world.table.peek(keys.person(world.instance, "5511910009999"))).toMatchObject({ name: "Person 9999" });
    const [action] = (await world.ask("GET", "/v1/activity")).body.data as object[];
    expect(action).toMatchObject({ action: "contact.imported", subject: id });
  });

  it("takes cards and rows of JSON as well, and leaves out who has no phone or no name", async () => {
    const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD", ""].join("\r\n");
    const vcard =
      card("FN:Ana Souza", "TEL;TYPE=CELL:+55 11 99999-0001") +
      card("FN:No phone", "EMAIL:a@example.com") +
      card(`FN:+${BEN}`, `TEL:+${BEN}`);

    expect(await imported({ vcard })).toMatchObject({ status: "done", total: 1, saved: 1, left_out: 2 });
    expect(
      await imported({
        contacts: [
          { phone: BEN, name: "Ben" },
          { phone: BEN, name: "Benedict" },
        ],
      }),
    ).toMatchObject({ total: 1, saved: 1, left_out: 1 });
    expect(await imported({ csv: `phone,name\n,Ana\n${BEN},\n${TO},Ana Souza` })).toMatchObject({
      ...{ total: 1, saved: 0, unchanged: 1, left_out: 2 },
    });
    expect(await contacts()).toEqual([
      [TO, "Ana Souza"],
      [BEN, "Benedict"],
    ]);
  });

  it("finds columns by the names that the request gives", async () => {
    const csv = `Phone,Kontakt,Kurz\n1,${TO},Ana\n2,${BEN},Ben`;
    expect(await imported({ csv, columns: { phone: "kontakt", name: "Kurz" } })).toMatchObject({ saved: 2 });

    const unknown = await begin({ csv, columns: { phone: "Mobile" } });
    expect([unknown.status, unknown.body.errors]).toEqual([
      422,
      { "columns.phone": ["The first row has no column of this name. It has: Phone, Kontakt, Kurz"] },
    ]);
  });

  it("is checked whole before anything is stored, and names the rows that are wrong", async () => {
    const csv = `phone,name\n${TO},Ana\n99999-0001,Ben\n5.51E+12,Cid\n${BEN},Jo\ufffdo\n${BEN},${"a".repeat(101)}\nnone,Eva`;
    const answer = await begin({ csv });

    expect([answer.status, answer.body.errors]).toEqual([
      422,
      {
        "csv.4.phone": [expect.stringContaining("rounded number")],
        "csv.5.name": [expect.stringContaining("lost")],
        "csv.7.phone": [expect.stringContaining("no phone number")],
      },
    ]);
    const second = await begin({ csv: `phone,name\n${TO},Ana\n99999-0001,Ben\n${BEN},${"a".repeat(101)}` });
    expect(second.body.errors).toEqual({
      "csv.3.phone": [expect.stringContaining("international format")],
      "csv.4.name": [expect.stringContaining("too long")],
    });
    await work();
    expect([await contacts(), world.table.partition(keys.contactImportPart(world.account, "", 0).pk)]).toEqual([
      [],
      [],
    ]);
  });

  it.each([
    ["nothing", {}, "contacts"],
    ["two lists", { csv: `phone,name\n${TO},Ana`, vcard: "BEGIN:VCARD" }, "contacts"],
    ["columns of no table", { vcard: "BEGIN:VCARD", columns: { phone: "Phone" } }, "columns"],
    ["cards as a table", { csv: "BEGIN:VCARD\nFN:Ana\nEND:VCARD" }, "csv"],
    ["a table as cards", { vcard: `phone,name\n${TO},Ana` }, "vcard"],
    ["an empty file", { csv: "" }, "csv"],
    ["nobody with a name", { csv: `phone,name\n${TO},\n${BEN},` }, "csv"],
    ["more than 10,000 rows", { csv: `phone,name\n${`${TO},Ana\n`.repeat(10_001)}` }, "csv"],
    ["a longer table with empty rows", { csv: `phone,name\n${"\n".repeat(10_000)}${TO},Ana` }, "csv"],
    ["more than 10,000 cards", { vcard: "BEGIN:VCARD\nEND:VCARD\n".repeat(10_001) }, "vcard"],
    ["more than 4 MB", { csv: "x".repeat(4 * 1024 * 1024 + 1) }, "csv"],
    [
      "more than 10,000 contacts",
      { contacts: Array.from({ length: 10_001 }, () => ({ phone: TO, name: "A" })) },
      "contacts",
    ],
  ])("is refused for %s", async (_, body, field) => {
    const answer = await begin(body);
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]]);
  });

  it("can be read by nobody else, nor on another instance, nor under another id", async () => {
    const { id } = (await begin({ contacts: [{ phone: BEN, name: "Ben" }] })).body.data as { id: string };
    const outside = apiWorld(world.table);
    const other = await outside.account();
    const theirs = { key: (await outside.key(other)).key, instance: await outside.instance(other) };

    for (const [key, instance] of [
      [theirs.key, world.instance],
      [theirs.key, theirs.instance],
      [world.key, await world.newInstance()],
    ]) {
      const answer = await outside.ask("GET", `/v1/instances/${instance}/contact-imports/${id}`, { key: String(key) });
      expect(answer.status).toBe(404);
    }
    for (const wrong of ["imp_01JD3X4Y5Z6A7B8C9D0E1F2G3H", "x"]) expect(await read(wrong)).toBeUndefined();
    expect(await read(id)).toMatchObject({ status: "waiting" });
  });
});

describe("contacts as a file", () => {
  it.each(["csv", "vcard"])("in %s are the same when they are imported", async (format) => {
    const names = ["=1+1", "'=1+1", 'Ana, "the baker"; more', "\\n", "Á".repeat(100), "👩‍👩‍👧‍👦"];
    await imported({ contacts: names.map((name, n) => ({ phone: `551199999000${n}`, name })) });
    const before = await contacts();

    const { text, people, left_out, next } = await part(`?format=${format}`);
    expect([people, left_out, next]).toEqual([6, 0, null]);
    world = await linkedWorld();
    expect(await imported({ [format]: text })).toMatchObject({ status: "done", saved: 6 });

    expect(await contacts()).toEqual(before);
  });

  it("leave out whose number is hidden, and come in parts that are one file together", async () => {
    const hidden = keys.person(world.instance, "77@lid");
    await world.table.write({ put: { ...hidden, chat_id: "77@lid", contact_name: "Hidden" } });
    const many = Array.from({ length: 2_100 }, (_, n) => ({ phone: String(5531900000000 + n), name: `Person ${n}` }));
    await imported({ contacts: many });

    for (const format of ["csv", "vcard"]) {
      const first = await part(`?format=${format}`);
      const second = await part(`?${String(first.next).split("?")[1]}`);
      expect([first.people, second.people, second.left_out, second.next]).toEqual([2_000, 100, 1, null]);
      const whole = await imported({ [format]: first.text + second.text });
      expect(whole).toMatchObject({ total: 2_100, unchanged: 2_100 });
    }
    expect((await world.ask("GET", path("/export?format=xlsx"))).body.errors).toEqual({
      format: ["Give csv or vcard."],
    });
  });

  it("of many people count towards the limit of searches", async () => {
    const many = Array.from({ length: 1_100 }, (_, n) => ({ phone: String(5531900000000 + n), name: `Person ${n}` }));
    await imported({ contacts: many });

    for (let n = 0; n < 10; n++) await part("");
    const busy = await world.ask("GET", path("/export"));
    expect([busy.status, busy.body.code]).toEqual([429, "rate_limited"]);
  });
});
