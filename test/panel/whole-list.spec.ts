import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PANEL_LIMITS } from "../../core/contracts/panel/panel-limits.ts";
import { cardFile } from "../../core/contracts/people-files/card-file.ts";
import { cardOf as contactsCard } from "../../core/contracts/people-files/card-of.ts";
import { listOf } from "../../core/contracts/people-files/list-of.ts";
import { tableFile } from "../../core/contracts/people-files/table-file.ts";
import { wholeList } from "../../panel/src/api/whole-list.ts";
import { readCard } from "../../session-service/baileys/inbound/content/vcard.ts";

const page = (ids: string[], next: string | null) =>
  Response.json({ data: ids.map((id) => ({ id })), links: { next }, meta: {} });
const busy = () => Response.json({ code: "rate_limited" }, { status: 429, headers: { "Retry-After": "7" } });
const broken = () => Response.json({ code: "server_error" }, { status: 500 });
const NEXT = "http://panel.test/panel-api/v1/chats?cursor=2";

let answers: (() => Response)[];
const asked: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  vi.stubGlobal("location", new URL("http://panel.test/"));
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return (answers.shift() ?? broken)();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const read = (signal: AbortSignal, onPage: (count: number) => void = () => undefined, itemsMax?: number) =>
  wholeList("chats.list", { signal }, onPage, itemsMax);

describe("a list that is read whole", () => {
  it("says how far it is, and waits where it is asked to wait, without losing its place", async () => {
    answers = [() => page(["a", "b"], NEXT), busy, () => page(["c"], null)];
    const counts: number[] = [];

    const reading = read(new AbortController().signal, (count) => counts.push(count));
    await vi.advanceTimersByTimeAsync(6_999);
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);

    const { items, isWhole } = await reading;
    expect(items.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect(isWhole).toBe(true);
    expect(counts).toEqual([2, 3]);
    expect(asked.slice(1)).toEqual(["/panel-api/v1/chats?cursor=2", "/panel-api/v1/chats?cursor=2"]);
  });

  it.each([
    ["ends where the list does", 3, "abc", true, 2],
    ["is cut within a page", 1, "a", false, 1],
    ["is cut at a page's end", 2, "ab", false, 1],
    ["has room left", 9, "abc", true, 2],
  ])("%s, if it may have %d items", async (_, itemsMax, ids, isWhole, requests) => {
    answers = [() => page(["a", "b"], NEXT), () => page(["c"], null)];
    const counts: number[] = [];

    const found = await read(new AbortController().signal, (count) => counts.push(count), itemsMax);

    expect(found.items.map(({ id }) => id).join("")).toBe(ids);
    expect(found.isWhole).toBe(isWhole);
    expect(asked).toHaveLength(requests);
    expect(counts.at(-1)).toBe(ids.length);
  });

  it("leaves half of the person's requests to the rest of the panel once it has become long", async () => {
    answers = Array.from({ length: 400 }, () => () => page(["a"], NEXT));
    const stopping = new AbortController();
    const reading = expect(read(stopping.signal)).rejects.toMatchObject({ name: "AbortError" });

    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(50);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.length - 50).toBeLessThanOrEqual(PANEL_LIMITS.requestsPerMinute / 2);

    stopping.abort();
    await reading;
  });

  it("ends with an error that waiting does not mend, and with a gateway that stays busy", async () => {
    answers = [broken];
    await expect(read(new AbortController().signal)).rejects.toMatchObject({ code: "server_error" });

    answers = Array.from({ length: 30 }, () => busy);
    const reading = expect(read(new AbortController().signal)).rejects.toMatchObject({ code: "rate_limited" });
    await vi.advanceTimersByTimeAsync(30 * 7_000);
    await reading;
    expect(answers).toHaveLength(9);
  });

  it("stops at once when nobody wants it any longer, also while it waits", async () => {
    answers = [busy];
    const stopping = new AbortController();
    const reading = expect(read(stopping.signal)).rejects.toMatchObject({ name: "AbortError" });
    await vi.advanceTimersByTimeAsync(1_000);

    stopping.abort();

    await reading;
    expect(asked).toHaveLength(1);
  });
});

describe("a list as a file", () => {
  const columns = [
    { title: "Name", value: ({ name }: { name: string | null }) => name },
    { title: "Known", value: () => "yes" },
  ];
  const line = (name: string | null) => tableFile(columns, [{ name }]).split("\r\n").slice(1).join("\r\n");

  it("begins with the mark by which a spreadsheet knows UTF-8, and with its titles", () => {
    expect(tableFile(columns, [])).toBe("\ufeffName,Known");
  });

  it.each([
    ["Ana", "Ana,yes"],
    [null, ",yes"],
    ['Ana, "the baker"', '"Ana, ""the baker""",yes'],
    ["two\nlines", '"two\nlines",yes'],
    ["=1+1", `"'=1+1",yes`],
    ["+1", `"'+1",yes`],
    ["-1", `"'-1",yes`],
    ["@sum(A1)", `"'@sum(A1)",yes`],
    ["\t=1", `"'\t=1",yes`],
    ["\r=1", `"'\r'=1",yes`],
    ["\n=1", `"'\n'=1",yes`],
    ["\uff1d1+1", `"'\uff1d1+1",yes`],
    ["Ana; see you ;-)", "Ana; see you ;-),yes"],
    ["- one\n- two", `"'- one\n- two",yes`],
  ])("shows %j as text", (name, expected) => {
    expect(line(name)).toBe(expected);
  });

  it.each([
    "x;=cmd|'/C calc'!A0;y",
    "x; =1+1",
    'x;"=1+1;y',
    "x\n=1+1",
    "x\r\n\t=1+1;",
    "x;+cmd|'/C calc'!A0",
    "x;@SUM(A1)",
    "x;'=1+1",
    "x;\uff1d1+1",
  ])("begins no formula with %j where semicolons separate cells", (name) => {
    const cells = line(name).split(/[;\r\n]/);
    expect(cells.filter((cell) => /^[\s"]*[=+\-@\uff1d]/.test(cell))).toEqual([]);
    expect(listOf(tableFile([{ title: "phone", value: () => "5511999990001" }, ...columns], [{ name }])).rows).toEqual([
      { phone: "5511999990001", name },
    ]);
  });
});

describe("a list as cards", () => {
  const cardOf = (name: string, nickname: string | null = null) =>
    cardFile([{ phone: "5511999990001", name, nickname }]);
  /** Returns the values in a card, parsed as a session parses a card from a phone. */
  const read = (text: string) => Object.fromEntries(readCard(text).map(({ name, value }) => [name, value]));

  it("has what an address book needs, each line ended by CRLF", () => {
    expect(cardOf("Ana Souza", "Aninha")).toBe(
      [
        "BEGIN:VCARD",
        "VERSION:3.0",
        "N:;Ana Souza;;;",
        "FN:Ana Souza",
        "NICKNAME:Aninha",
        "TEL;TYPE=CELL:+5511999990001",
        "END:VCARD",
        "",
      ].join("\r\n"),
    );
  });

  it.each(["Ana, the baker; and \\ more", "Á".repeat(100), "👩‍👩‍👧‍👦".repeat(20), "=1+1", ":;,"])(
    "keeps the name %j, in lines of 75 bytes at most",
    (name) => {
      const text = cardOf(name);
      expect(read(text).FN?.replaceAll(/\\(.)/g, "$1")).toBe(name);
      expect(read(text).TEL).toBe("+5511999990001");
      const lines = text.split("\r\n").map((line) => Buffer.byteLength(line));
      expect(Math.max(...lines)).toBeLessThanOrEqual(75);
    },
  );

  it.each(["\n", "\r", "\r\n", "\u0085", "\u2028", "\u2029", "\v", "\f"])(
    "begins no line that a stranger wrote after %j",
    (end) => {
      const name = `Ana${end}TEL:+1${end}END:VCARD`;
      expect(cardOf(name, name).split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)).toEqual([
        "BEGIN:VCARD",
        "VERSION:3.0",
        "N:;Ana\\nTEL:+1\\nEND:VCARD;;;",
        "FN:Ana\\nTEL:+1\\nEND:VCARD",
        "NICKNAME:Ana\\nTEL:+1\\nEND:VCARD",
        "TEL;TYPE=CELL:+5511999990001",
        "END:VCARD",
        "",
      ]);
    },
  );

  it.each([
    ["the saved name, and the one that they show", "Ana Souza", "Ana", "Ana Souza", "Ana"],
    ["one name if both are the same", "Ana", "Ana", "Ana", null],
    ["the name that they show if none is saved", null, "Ana", "Ana", null],
    ["the number if no name can be read", null, "\u202e", "+5511999990001", null],
  ])("has %s", (_, name, contact_name, called, nickname) => {
    const phone = "5511999990001";
    expect(contactsCard({ phone, name, contact_name })).toEqual([{ phone, name: called, nickname }]);
  });

  it("has no card for somebody whose number is hidden", () => {
    expect(contactsCard({ phone: null, name: "Ana", contact_name: "Ana" })).toEqual([]);
  });
});
