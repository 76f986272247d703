import { spawnSync } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLog } from "../core/log.ts";
import { logForPeople, readable } from "../core/log-for-people.ts";
import { machineTime } from "./support/machine-time.ts";
import { passingFolder } from "./support/passing-folder.ts";

let printed = "";
beforeEach(() => {
  printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((part) => {
    printed += part;
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

/** Parses the printed lines. Each line is parsed separately, so a line break within a line would fail. */
const lines = () =>
  printed
    .split("\n")
    .slice(0, -1)
    .map((line): Record<string, unknown> => JSON.parse(line));

describe("a line of the log", () => {
  it("is one JSON object with level, time, runtime, fields and message", () => {
    createLog("api").info({ account_id: "acc_1", n: 2 }, "two\nlines");

    expect(printed.endsWith("\n")).toBe(true);
    expect(lines()).toEqual([
      { level: "info", timestamp: expect.any(String), name: "api", account_id: "acc_1", n: 2, msg: "two\nlines" },
    ]);
    expect(Math.abs(Date.parse(String(lines()[0]?.timestamp)) - machineTime().getTime())).toBeLessThan(60_000);
  });

  it.each(["info", "warn", "error"] as const)(
    "of level %s is one of that level for Lambda, too: it has an RFC 3339 `timestamp`, and fields can't replace either",
    (level) => {
      createLog("api")[level]({ level: "other", timestamp: "today" }, "m");

      expect(lines()[0]?.level).toBe(level);
      expect(lines()[0]?.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    },
  );

  it.each([
    ["info", ["info", "warn", "error"]],
    ["warn", ["warn", "error"]],
    ["error", ["error"]],
    ["silent", []],
  ] as const)("at level %s is written for %j", (level, written) => {
    const log = createLog("api", level);
    log.info({}, "m");
    log.warn({}, "m");
    log.error({}, "m");

    expect(lines().map((line) => line.level)).toEqual(written);
  });

  it.each(["body", "text", "phone", "key", "secret"])("hides %s, in the fields and one level below", (field) => {
    createLog("api").info(
      { [field]: "hidden-1", inner: { [field]: { a: "hidden-2" }, kept: "kept-2" }, kept: "kept-1" },
      "m",
    );

    expect(printed).not.toContain("hidden");
    expect(lines()[0]).toMatchObject({
      [field]: "[Redacted]",
      inner: { [field]: "[Redacted]", kept: "kept-2" },
      kept: "kept-1",
    });
  });

  it("does not change what it is given", () => {
    const fields = { secret: "s", inner: { key: "k" } };
    createLog("api").info(fields, "m");

    expect(fields).toEqual({ secret: "s", inner: { key: "k" } });
  });

  it("names an error by name, message and code, without its stack, wherever it stands", () => {
    const error = Object.assign(new TypeError("no such thing"), { code: "E_NO", body: "hidden" });
    createLog("api").info({ error, deep: { list: [error] } }, "m");

    const shown = { name: "TypeError", message: "no such thing", code: "E_NO" };
    expect(lines()[0]).toMatchObject({ error: shown, deep: { list: [shown] } });
    expect(lines()[0]?.error).toEqual(shown);
    expect(printed).not.toContain("hidden");
    expect(printed).not.toContain("log.spec.ts");
  });

  it("of level error has the stack too", () => {
    createLog("api").error({ error: new Error("why") }, "m");

    expect(lines()[0]?.error).toEqual({ name: "Error", message: "why", stack: expect.stringContaining("log.spec.ts") });
  });

  it("is written whatever the fields are", () => {
    const loop: Record<string, unknown> = {};
    loop.self = { loop };
    const log = createLog("api");
    log.info(loop, "a loop");
    log.info({ big: 10n, at: new Date(0), none: undefined, list: [{ a: 1 }], nothing: null }, "odd values");

    expect(lines()).toEqual([
      expect.objectContaining({ fields: "[not printable]", msg: "a loop" }),
      {
        level: "info",
        timestamp: expect.any(String),
        name: "api",
        big: "10",
        at: "1970-01-01T00:00:00.000Z",
        list: [{ a: 1 }],
        nothing: null,
        msg: "odd values",
      },
    ]);
  });
});

describe("the log on one machine", () => {
  /** Writes a line at each level. @returns the levels whose lines were printed. */
  function levelsAt(chosen: string | undefined): unknown[] {
    const log = logForPeople("functions", chosen);
    log.info({}, "m");
    log.warn({}, "m");
    log.error({}, "m");
    return lines().map((line) => line.level);
  }

  it.each([
    ["debug", ["info", "warn", "error"]],
    ["info", ["warn", "error"]],
    [undefined, ["warn", "error"]],
    ["", ["warn", "error"]],
    ["error", ["error"]],
    ["silent", []],
  ] as const)("at %j shows nothing routine unless that is asked for", (chosen, shown) => {
    expect(levelsAt(chosen)).toEqual(shown);
  });

  it("on a terminal is one readable line an event", () => {
    const isTTY = Object.getOwnPropertyDescriptor(process.stdout, "isTTY");
    Object.defineProperty(process.stdout, "isTTY", { value: true, configurable: true });
    try {
      logForPeople("functions", "debug").error(
        { lane: "l1", tries: 2, err: new Error("it broke"), key: "k" },
        "no\nluck",
      );
    } finally {
      Object.defineProperty(process.stdout, "isTTY", isTTY ?? { value: undefined, configurable: true });
    }

    expect(printed).toMatch(
      /^\d\d:\d\d:\d\d ERROR functions: no\\u000aluck lane="l1" tries=2 err=\{"name":"Error","message":"it broke"\} key="\[Redacted\]"\n$/,
    );
  });

  it("lets nothing that a stranger chose steer the terminal, and looks like one line", () => {
    const stranger = "\u001b[2J\u009b31m\u202eabc\u2066\r\n\u2028\u0000";
    const text = readable(
      JSON.stringify({ level: "warn", timestamp: "2026-11-20T12:00:00.000Z", name: "n", of: stranger, msg: stranger }),
    );

    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may be left
    expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
    expect(text).toContain("abc");
  });
});

describe("a log in a file whose disk is full", () => {
  it("ends nothing, and goes on when there is room", () => {
    const file = join(passingFolder("log-"), "log");
    const script = `
      const { createLog } = await import(${JSON.stringify(new URL("../core/log.ts", import.meta.url).href)});
      createLog("api").info({}, "before");
      process.stdout.destroy(new Error("ENOSPC"));
      await new Promise((resolve) => setImmediate(resolve));
      createLog("api").info({}, "after");
    `;
    const run = [process.execPath, ["--input-type=module", "-e", script]] as const;
    const { status, stderr } = spawnSync(...run, { stdio: ["ignore", openSync(file, "w"), "pipe"], encoding: "utf8" });

    expect(stderr).toBe("");
    expect(status).toBe(0);
    const said = readFileSync(file, "utf8").trim().split("\n");
    expect(said.map((line) => JSON.parse(line).msg)).toEqual(["before", "after"]);
  });
});
