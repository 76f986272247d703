import { mkdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openProgram } from "../../../local/open-program.mjs";
import { passingFolder } from "../../support/passing-folder.ts";

const CACHE = "node_modules/.cache/program";

describe("the gateway's main file", () => {
  let root = "";
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const address = (path: string) => pathToFileURL(join(root, path)).href;
  /** Records that the program `name` was built from the current sources. */
  const note = (name: string) => {
    const { size, mtimeMs } = statSync(join(root, "core/rule.ts"));
    write(`${CACHE}/current.json`, JSON.stringify({ name, seen: [["core/rule.ts", size, mtimeMs]] }));
  };
  const warned = vi.spyOn(console, "warn");

  beforeEach(() => {
    root = passingFolder("gateway-program-");
    write("core/rule.ts", "export const rule = 1;");
    write(`${CACHE}/abc/local-main.mjs`, "");
    // A stand-in for the script that bundles the program. It builds nothing and exits with code 1.
    write("local/program/write-program.ts", "process.exitCode = 1;");
    note("abc");
    warned.mockReset().mockImplementation(() => undefined);
  });

  it("is that of the program while its sources are as they were", () => {
    expect(openProgram(root, {})).toBe(address(`${CACHE}/abc/local-main.mjs`));
    expect(warned).not.toHaveBeenCalled();
  });

  it("is that of a program made first, after a source has changed", () => {
    write("core/rule.ts", "export const rule = 22;");
    write(
      "local/program/write-program.ts",
      `import { copyFileSync, mkdirSync, statSync, writeFileSync } from "node:fs";
       mkdirSync("${CACHE}/def");
       copyFileSync("${CACHE}/abc/local-main.mjs", "${CACHE}/def/local-main.mjs");
       const { size, mtimeMs } = statSync("core/rule.ts");
       writeFileSync("${CACHE}/current.json", JSON.stringify({ name: "def", seen: [["core/rule.ts", size, mtimeMs]] }));`,
    );
    expect(openProgram(root, {})).toBe(address(`${CACHE}/def/local-main.mjs`));
  });

  it.each([
    ["a source has another time", () => utimesSync(join(root, "core/rule.ts"), 1, 1)],
    ["the program is gone", () => note("gone")],
    ["the note is broken", () => write(`${CACHE}/current.json`, "{")],
  ])("is the source, with a warning, if %s and no program can be made", (_, change) => {
    change();
    expect(openProgram(root, {})).toBe(address("local/main.ts"));
    expect(warned).toHaveBeenCalledWith(expect.stringContaining("They run unbundled"));
  });

  it("is the source if the sources are asked for", () => {
    expect(openProgram(root, { FROM_SOURCES: "1" })).toBe(address("local/main.ts"));
  });

  it("is that of the program that came with a copy, which has no sources to look at", () => {
    write("program/local-main.mjs", "");
    note("gone");
    expect(openProgram(root, {})).toBe(address("program/local-main.mjs"));
  });
});
