import { beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "../../../core/contracts/durations.ts";
import { keys } from "../../../core/store/keys.ts";
import { dataOf, type LinkedWorld, linkedWorld } from "../linked-world.ts";

let world: LinkedWorld;
beforeEach(async () => {
  world = await linkedWorld();
});

const path = () => `/v1/instances/${world.instance}/menu`;
const put = (body: Record<string, unknown>) => world.ask("PUT", path(), body);
const read = async () => dataOf(await world.ask("GET", path()));
const stored = () => world.table.peek(keys.menu(world.instance));
const DATA = Buffer.from("a price list").toString("base64");
const FILE = { data: DATA, mimetype: "image/png", filename: "prices.png" };

const HOURS = { label: "Hours", outcome: "answer", answer: "9 to 18" };
const MENU = {
  enabled: true,
  greeting: "Hello",
  handover_message: "Soon",
  choices: [HOURS, { label: "More", outcome: "menu", choices: [{ label: "People", outcome: "handover" }] }],
};
const withFile = (media: unknown = FILE) => ({ ...MENU, choices: [{ label: "Prices", outcome: "answer", media }] });
type Shown = { choices: { media: { id: string; url: string } | null }[] };
const mediaOf = (menu: unknown) => (menu as Shown).choices[0]?.media;

describe("a menu", () => {
  it("that was never set is empty and off", async () => {
    expect(await read()).toEqual({ enabled: false, greeting: "", handover_message: "", choices: [], language: null });
  });

  it("is replaced whole, and takes back what it shows", async () => {
    const shown = dataOf(await put(MENU));
    expect(shown).toMatchObject(MENU);
    expect(await read()).toEqual(shown);

    expect(await put(shown)).toMatchObject({ status: 200, body: { data: shown } });
    expect(dataOf(await put({ enabled: false, choices: [] }))).toMatchObject({ greeting: "", choices: [] });

    expect(stored()).toMatchObject({ version: 3 });
    expect(world.table.peek(keys.automations(world.instance))).toMatchObject({ menu: false });
  });

  const choice = (change: object) => ({ ...MENU, choices: [{ ...HOURS, ...change }] });
  it.each([
    ["greeting", { ...MENU, greeting: " " }],
    ["choices", { ...MENU, choices: [] }],
    ["choices", { ...MENU, choices: Array.from({ length: 11 }, (_, n) => ({ ...HOURS, label: `Choice ${n}` })) }],
    ["choices", { ...MENU, choices: undefined }],
    ["choices.outcome", choice({ outcome: "other" })],
    ["choices.1.label", { ...MENU, choices: [HOURS, { ...HOURS, label: "HOURS" }] }],
    ["choices.0.label", choice({ label: "x".repeat(61) })],
    ["choices.0.answer", choice({ answer: null })],
    ["choices.0.answer", choice({ answer: "x".repeat(2_001) })],
    ["choices.0.answer", choice({ answer: "x".repeat(1_025), media: FILE })],
    ["choices.0.outcome", choice({ outcome: "ai" })],
    ["choices.0.choices", choice({ outcome: "menu" })],
    ["choices.0.media.url", choice({ media: { mimetype: "image/png" } })],
    ["choices.0.media.data", choice({ media: { ...FILE, data: "?" } })],
    ["choices.0.media.id", choice({ media: { id: "file_01", mimetype: "image/png" } })],
    ["language", { ...MENU, language: "xx" }],
  ])("that would not work is refused with errors[%j], and nothing changes", async (field, body) => {
    await put(MENU);
    const before = stored();

    expect(await put(body)).toMatchObject({
      status: 422,
      body: { errors: { [field]: [expect.stringMatching(/^[A-Z`].*\.$/)] } },
    });

    expect(stored()).toEqual(before);
    expect(world.media.files.size).toBe(0);
  });

  it("passes chats to an agent that has a key, and stays when the key goes", async () => {
    const toAgent = { ...MENU, choices: [{ label: "Ask", outcome: "ai" }] };
    const agent = `/v1/instances/${world.instance}/ai-agent`;
    await world.ask("PATCH", agent, { api_key: "sk-demo-0123456789" });

    expect(await put(toAgent)).toMatchObject({ status: 200 });
    expect(await world.ask("PATCH", agent, { api_key: null })).toMatchObject({ status: 200 });
    expect(await read()).toMatchObject(toAgent);
  });

  it("too large for one item is refused", async () => {
    const long = (n: number) => ({ label: `Choice ${n}`, outcome: "answer", answer: "語".repeat(2_000) });
    const list = (n: number) => ({
      label: `List ${n}`,
      outcome: "menu",
      choices: Array.from({ length: 10 }, (_, m) => long(m)),
    });

    const answer = await put({ ...MENU, choices: Array.from({ length: 10 }, (_, n) => list(n)) });

    expect(answer).toMatchObject({ status: 422, body: { errors: { choices: [expect.stringMatching(/too large/)] } } });
  });

  it("counts each of two that meet", async () => {
    const answers = await Promise.all([put(MENU), put({ ...MENU, greeting: "Good day" })]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(stored()).toMatchObject({ version: 2 });
  });

  it("is told in the activity log by the names of its fields", async () => {
    await put(MENU);

    await put({ ...MENU, greeting: "Good day" });

    const { body } = await world.ask("GET", "/v1/activity");
    expect(body.data).toMatchObject([
      { action: "menu.changed", changed: ["greeting"] },
      { action: "menu.changed", changed: ["enabled", "greeting", "handover_message", "choices"] },
    ]);
    expect(JSON.stringify(body)).not.toContain("9 to 18");
  });
});

describe("a menu's file", () => {
  it("is stored apart from messages' files, shown by a link, and kept when it is sent back", async () => {
    const menu = dataOf(await put(withFile()));
    const media = mediaOf(menu);

    expect(media).toMatchObject({ mimetype: "image/png", filename: "prices.png", voice: false });
    const key = `MNU/${world.account}/${world.instance}/${media?.id}`;
    expect([...world.media.files.keys()]).toEqual([key]);
    expect(media?.url).toContain(encodeURIComponent(key));

    expect(mediaOf(dataOf(await put(menu)))?.id).toBe(media?.id);
    expect([...world.media.files.keys()]).toEqual([key]);
  });

  it("by url is not stored, and shown as it was given", async () => {
    const media = { url: "https://files.example.com/a.pdf", mimetype: "application/pdf", filename: "a.pdf" };

    const menu = dataOf(await put(withFile(media)));

    expect(mediaOf(menu)).toEqual({ ...media, id: null, voice: false, size_bytes: null });
    expect(await put(menu)).toMatchObject({ status: 200, body: { data: menu } });
    expect(world.media.files.size).toBe(0);
  });

  it("that no menu has stays as long as messages with it do, can be taken back, and is removed then", async () => {
    const menu = dataOf(await put(withFile()));
    await put(MENU);
    world.pass((28 * DAY_MS) / 1000);
    expect(await put(menu)).toMatchObject({ status: 200 });
    await put(MENU);
    world.pass((29 * DAY_MS) / 1000 + 1);
    expect(await put(menu)).toMatchObject({ status: 422 });
    expect(world.media.files.size).toBe(1);

    world.pass(DAY_MS / 1000);
    await put(MENU);

    expect(world.media.files.size).toBe(0);
    expect(world.table.peek(keys.menuFile(world.instance, mediaOf(menu)?.id ?? ""))).toBeNull();
  });

  it("whose type is changed must be given again", async () => {
    const menu = dataOf(await put(withFile()));
    const changed = { ...mediaOf(menu), filename: "other.png" };

    expect(await put(withFile(changed))).toMatchObject({ status: 422 });
  });

  it("of a request that died is found and removed", async () => {
    const transact = world.table.transact.bind(world.table);
    world.table.transact = async (writes, options) => {
      if (writes.some((one) => "put" in one && one.put.sk === "MENU")) throw new Error("The process died.");
      return transact(writes, options);
    };
    expect(await put(withFile())).toMatchObject({ status: 500 });
    world.table.transact = transact;
    expect(world.media.files.size).toBe(1);

    world.pass((30 * DAY_MS) / 1000);
    await put(MENU);

    expect(world.media.files.size).toBe(0);
  });

  it("of another instance is none of this one's", async () => {
    const menu = dataOf(await put(withFile()));
    const sister = await world.newInstance();

    expect(await world.ask("PUT", `/v1/instances/${sister}/menu`, menu)).toMatchObject({ status: 422 });
  });
});
