import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { wholeList } from "../../panel/src/api/whole-list.ts";
import { tableFile } from "../../panel/src/files/table-file.ts";

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

const read = (signal: AbortSignal, onPage: (count: number) => void = () => undefined) =>
  wholeList("chats.list", { signal }, onPage);

describe("a list that is read whole", () => {
  it("says how far it is, and waits where it is asked to wait, without losing its place", async () => {
    answers = [() => page(["a", "b"], NEXT), busy, () => page(["c"], null)];
    const counts: number[] = [];

    const reading = read(new AbortController().signal, (count) => counts.push(count));
    await vi.advanceTimersByTimeAsync(6_999);
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);

    expect((await reading).map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect(counts).toEqual([2, 3]);
    expect(asked.slice(1)).toEqual(["/panel-api/v1/chats?cursor=2", "/panel-api/v1/chats?cursor=2"]);
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
    ["\r=1", `"'\r=1",yes`],
  ])("shows %j as text", (name, expected) => {
    expect(line(name)).toBe(expected);
  });
});
