import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { LIMITS } from "../../core/contracts/limits.ts";
import { moduleStateIn } from "./module-state.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SOURCE_FOLDERS = ["bin", "lib", "build", "core", "functions", "session-service", "local"];
const MAX_LINES = 250;
/** Data tables are read as tables: their length is not complexity. */
const DATA_TABLES: string[] = ["core/domain/protection/country-zones.ts"];

const roomsOf = (...names: string[]) => names.map((name) => `session-service/${name}`);
const SESSION_ROOT = ["session-service/session-deps.ts", "session-service/live-session.ts"];

/**
 * Who may import whom: a folder (longest prefix wins) -> the folders it may import from, beside itself.
 * `composition` files wire a runtime together and may also use core/aws.
 */
const MAY_IMPORT: Record<string, string[]> = {
  "core/contracts": [],
  "core/ports.ts": ["core/store", "core/contracts"],
  "core/env.ts": [],
  "core/errors.ts": ["core/contracts"],
  "core/failure-kind.ts": ["core/store/table.ts"],
  "core/log.ts": ["core/ports.ts"],
  "core/offset-clock.ts": ["core/ports.ts"],
  "core/store": ["core/contracts", "core/ports.ts"],
  "core/domain": ["core/contracts", "core/lanes/lane.ts", "core/store/lane-queues.ts"],
  "core/lanes": ["core/contracts", "core/domain", "core/store", "core/ports.ts", "core/failure-kind.ts"],
  "core/http": ["core/contracts", "core/domain", "core/ports.ts"],
  "core/records": [
    "core/contracts",
    "core/domain",
    "core/store",
    "core/lanes",
    "core/ports.ts",
    "core/errors.ts",
    "core/failure-kind.ts",
  ],
  "core/operations": [
    "core/contracts",
    "core/domain",
    "core/records",
    "core/store",
    "core/lanes",
    "core/ports.ts",
    "core/errors.ts",
    "core/failure-kind.ts",
  ],
  "core/aws": [
    "core/contracts",
    "core/domain",
    "core/lanes",
    "core/store",
    "core/ports.ts",
    "core/env.ts",
    "core/failure-kind.ts",
  ],
  functions: ["core", "docs/openapi.json"],
  // A session's rooms, from the top down. What all of them know stands at the root.
  "session-service/main.ts": [
    "core",
    ...roomsOf("fleet", "connection", "baileys", "media", "process"),
    ...SESSION_ROOT,
  ],
  "session-service/health.ts": roomsOf("process"),
  "session-service/session-deps.ts": ["core", ...roomsOf("connection", "baileys")],
  "session-service/live-session.ts": ["core"],
  "session-service/fleet": ["core", ...roomsOf("session", "lane", "process"), ...SESSION_ROOT],
  "session-service/session": [
    "core",
    ...roomsOf("commands", "inbox", "connection", "baileys", "process"),
    ...SESSION_ROOT,
  ],
  "session-service/lane": [
    "core",
    ...roomsOf("commands", "inbox", "connection", "baileys", "media", "process"),
    ...SESSION_ROOT,
  ],
  "session-service/commands": ["core", ...roomsOf("inbox", "baileys", "media", "process"), ...SESSION_ROOT],
  "session-service/inbox": ["core", ...roomsOf("connection", "baileys", "process"), ...SESSION_ROOT],
  "session-service/connection": ["core", ...roomsOf("baileys", "process")],
  "session-service/baileys": ["core", ...roomsOf("media", "process")],
  "session-service/media": ["core"],
  "session-service/process": ["core"],
  build: [],
  lib: ["build", "core/contracts", "core/env.ts", "core/store/table.ts"],
  bin: ["lib", "build", "core", "functions"],
  local: ["core", "functions", "lib"],
  "local/machine": ["core/offset-clock.ts", "core/ports.ts"],
  "local/aws": ["core/aws", "core/log.ts", "core/offset-clock.ts", "core/ports.ts", "local/machine"],
  "local/system": ["core", "functions", "lib", "local/aws", "local/machine"],
  "local/network": ["core/ports.ts", "local/machine"],
  "local/network/format": [],
  "local/network/process": [],
  "local/network/faults": ["core/ports.ts"],
  "local/network/store": ["core/ports.ts", "local/network/format"],
  "local/network/media": ["local/network/faults", "local/network/process"],
  "local/network/delivery": ["local/network/faults", "local/network/format", "local/network/store"],
  "local/network/world": [
    "core/ports.ts",
    "local/network/delivery",
    "local/network/faults",
    "local/network/format",
    "local/network/media",
    "local/network/process",
    "local/network/store",
  ],
  "local/network/wire": [
    "local/network/delivery",
    "local/network/format",
    "local/network/process",
    "local/network/store",
    "local/network/world",
  ],
  "local/network/sandbox": [
    "local/machine",
    "local/network/format",
    "local/network/process",
    "local/network/store",
    "local/network/world",
  ],
};

/** Below these places, two folders never import each other. */
const ONE_WAY_ROOMS = ["local"];

/** Packages that only one place may know. */
const PACKAGE_HOMES: Record<string, string[]> = {
  "@whiskeysockets/baileys": ["session-service/baileys", "local/network"],
  libsignal: ["session-service", "local/network"],
  "aws-cdk-lib": ["lib", "bin/app.ts"],
  "@middy/core": ["functions"],
  undici: ["core/http", "session-service/baileys"],
  dynalite: ["local/aws"],
};

/** Where the machine's own time is meant: at AWS, in deadlines of real connections, and in log lines. */
const MACHINE_TIME = ["core/aws", "core/http", "core/log.ts"];

/** Where what came from the network gets its bounds. */
const INBOUND_DOOR = "session-service/baileys/inbound/bounds";
/** What would go round the door, and the files that hand something to the library as it came. */
const OPENERS: Record<string, { pattern: RegExp; homes: string[] }> = {
  "a number or a time made by hand": {
    pattern: /\btoNumber\b|\bNumber\(|\bnew Date\(|\bopened\(\w+\.|numbers\.ts.*opened/,
    homes: [],
  },
  "a stanza's raw node": { pattern: /\bBinaryNode\b/, homes: [] },
  "a raw message": { pattern: /\bWAMessage\b/, homes: ["is-unreadable.ts", "phone-line.ts", "store-message.ts"] },
  "a value as it was sent": { pattern: /\basSent\b/, homes: ["file-fields.ts", "store-message.ts", "unwrap.ts"] },
  "a cast to a text, a number or bytes": {
    pattern: /\bas (unknown as )?(string|number|Uint8Array|Buffer)\b/,
    homes: [],
  },
};

/** The one door to the machine's time in tests; and who begins a clock by it, for its network is another process. */
const MACHINE_TIME_IN_TESTS = ["test/support/machine-time.ts"];
const CLOCKS_BY_THE_MACHINE = ["test/session/support/session-world.ts"];
/** A clock of the product that runs by the machine's time, or that time itself. */
const READS_MACHINE_TIME = /\bDate\.now\b|\bnew Date\(\)|\bnew Date\b(?!\s*\()|(?<!new )\bDate\(\)/;

/** State that stands in a module all the same -> why. */
const MODULE_STATE: Record<string, string> = {
  "core/store/caches.ts: ofTables": "the one memory: what this process knows of each table",
  "core/aws/document-client.ts: make": "how tables are reached, set by the process's host before the first is made",
  "functions/own-deps.ts: host": "what replaces every function's own dependencies, set by the process's host",
  "functions/runtime.ts: systemClock": "the one clock of all functions; a gateway on one machine moves it",
  "session-service/baileys/fixes/one-lock.ts: current": "the transaction of the running work: a context, not a memory",
  "session-service/baileys/outbound/encode-message.ts: filesAtOnce": "bounds the memory of the process, whoever sends",
  "session-service/media/ffmpeg.ts: atOnce": "bounds the processes of a machine, whoever asks",
  "session-service/media/picture.ts: atOnce": "bounds the memory of the process, whoever asks",
  "session-service/process/late-rejections.ts: culprits": "the session of the running work: a context, not a memory",
};

/** As in `it("…", …)` and `it("…", () => {…}, 5_000)`. vitest.config.ts says when a test hangs. */
const OWN_TIME_LIMIT = /\btimeout: ?[\d_]+|^\s*\}, [\d_]{4,}\);$/m;

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return /\.(ts|mjs)$/.test(name) && !name.endsWith(".d.ts") ? [path] : [];
  });
}

const files = SOURCE_FOLDERS.filter((folder) => readdirSync(ROOT).includes(folder)).flatMap((folder) =>
  sources(join(ROOT, folder)).map((path) => ({ path: relative(ROOT, path), text: readFileSync(path, "utf8") })),
);

/** Without its comments, which may name what the code may not hold. */
const codeOf = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");

/** A docstring that begins with a question word. */
const RIDDLE = /\/\*\*[\s*]*(?:What|Whatever|Who)\b/g;

/** The exports of a text without a docstring, but for schemas with a type of the same name. */
function undocumented(text: string): string[] {
  const lines = text.split("\n");
  return lines.flatMap((line, at) => {
    const name = /^export (?:async )?(?:function|class|interface|const) (\w+)/.exec(line)?.[1];
    if (name === undefined || text.includes(`\nexport type ${name} =`)) return [];
    const above = lines.slice(0, at).findLast((one) => !one.startsWith("//")) ?? "";
    return above.endsWith("*/") || above.startsWith(`export function ${name}(`) ? [] : [name];
  });
}

const testFiles = sources(join(ROOT, "test")).map((path) => ({
  path: relative(ROOT, path),
  code: codeOf(readFileSync(path, "utf8")),
}));

function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from\s+|import\s*\(?\s*)["']([^"']+)["']/g)].map((match) => match[1] ?? "");
}

/** The file that a relative import of the file at `path` means, from the root. */
const localTarget = (path: string, specifier: string) => relative(ROOT, resolve(ROOT, dirname(path), specifier));

const localImports = (path: string, text: string) =>
  importsOf(text)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => localTarget(path, specifier));

/** Depth first: an import of a file that is still on the way down closes a circle. */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    const start = way.indexOf(path);
    if (start >= 0) circles.push([...way.slice(start), path]);
    if (start >= 0 || done.has(path)) return;
    for (const target of imports.get(path) ?? []) visit(target, [...way, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  return circles;
}

const isInside = (path: string, place: string) => path === place || path.startsWith(`${place}/`);

function ruleOf(path: string): [string, string[]] | undefined {
  return Object.entries(MAY_IMPORT)
    .filter(([place]) => isInside(path, place))
    .sort(([a], [b]) => b.length - a.length)[0];
}

describe("the house rules", () => {
  it("imports run in one direction only", () => {
    const broken: string[] = [];
    for (const { path, text } of files) {
      const rule = ruleOf(path);
      if (!rule) {
        broken.push(`${path}: no rule says what it may import`);
        continue;
      }
      const [home, allowed] = rule;
      for (const specifier of importsOf(text)) {
        if (!specifier.startsWith(".")) continue;
        const target = localTarget(path, specifier);
        if (isInside(target, home) || allowed.some((place) => isInside(target, place))) continue;
        broken.push(`${path} -> ${target}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it("no file imports itself in a circle, types included", () => {
    const imports = new Map(files.map(({ path, text }) => [path, localImports(path, text)]));
    expect(circlesIn(imports).map((circle) => circle.join(" -> "))).toEqual([]);
  });

  it("no two folders import each other", () => {
    const arrows = new Set(
      files
        .filter(({ path }) => ONE_WAY_ROOMS.some((room) => isInside(path, room)))
        .flatMap(({ path, text }) => localImports(path, text).map((target) => `${dirname(path)} ${dirname(target)}`)),
    );
    const broken = [...arrows].filter((arrow) => {
      const [from = "", to = ""] = arrow.split(" ");
      return from < to && arrows.has(`${to} ${from}`);
    });
    expect(arrows.size).toBeGreaterThan(40);
    expect(broken).toEqual([]);
  });

  it("a circle of imports is found, and printed from its first file back to it", () => {
    const imports = new Map([
      ["start", ["a", "leaf"]],
      ["a", ["b", "leaf"]],
      ["b", ["c"]],
      ["c", ["a", "c"]],
      ["leaf", []],
    ]);
    expect(circlesIn(imports)).toEqual([
      ["a", "b", "c", "a"],
      ["c", "c"],
    ]);
  });

  it("core/aws is imported by composition roots only", () => {
    const roots = [
      "functions/bus-deps.ts",
      "functions/mail-deps.ts",
      "functions/own-deps.ts",
      "functions/parts",
      "functions/worker-deps.ts",
      "session-service/main.ts",
      "local",
      "bin",
      "bench",
      "core/aws",
    ];
    const broken = files.filter(
      ({ path, text }) =>
        importsOf(text).some((name) => name.includes("/aws/")) && !roots.some((root) => isInside(path, root)),
    );
    expect(broken.map(({ path }) => path)).toEqual([]);
  });

  it("each of these packages is known in one place only", () => {
    const broken: string[] = [];
    for (const { path, text } of files) {
      for (const specifier of importsOf(text)) {
        const homes = Object.entries(PACKAGE_HOMES).find(([name]) => isInside(specifier, name))?.[1];
        if (homes && !homes.some((home) => isInside(path, home))) broken.push(`${path} -> ${specifier}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it("time, randomness and ids are arguments in core (core/aws excepted)", () => {
    const taken = /Date\.now\(\)|new Date\(\)|Math\.random\(\)|randomBytes|randomUUID|performance\.now\(\)/;
    const broken = files.filter(
      ({ path, text }) =>
        isInside(path, "core") && !MACHINE_TIME.some((place) => isInside(path, place)) && taken.test(text),
    );
    expect(broken.map(({ path }) => path)).toEqual([]);
  });

  it("a test's clock begins at a fixed instant: what passes today passes on every day", () => {
    const broken = testFiles
      .filter(({ path }) => path !== "test/architecture/house-rules.spec.ts")
      .filter(
        ({ path, code }) =>
          (READS_MACHINE_TIME.test(code) && !MACHINE_TIME_IN_TESTS.includes(path)) ||
          (/aheadOfMachineMs/.test(code) && !CLOCKS_BY_THE_MACHINE.includes(path)),
      );
    expect(broken.map(({ path }) => path)).toEqual([]);
  });

  it.each([
    ["Date.now()", true],
    ["const now = Date.now;", true],
    ["new Date()", true],
    ["new Date;", true],
    ["new Date(now)", false],
    ["Date.parse(text)", false],
    ["local.toISODate()", false],
    ["codes.expiryDate()", false],
    ["// not Date.now()", false],
  ])("the machine's time is found in %j: %s", (line, isFound) => {
    expect(READS_MACHINE_TIME.test(codeOf(line))).toBe(isFound);
  });

  it("no test has a time limit of its own: what a machine's speed decides is no condition", () => {
    const limited = testFiles.filter(({ path, code }) => path.endsWith(".spec.ts") && OWN_TIME_LIMIT.test(code));
    expect(limited.map(({ path }) => path)).toEqual([]);
  });

  it(`no source file is longer than ${MAX_LINES} lines`, () => {
    const long = files.filter(
      ({ path, text }) => text.split("\n").length > MAX_LINES + 1 && !DATA_TABLES.includes(path),
    );
    expect(long.map(({ path, text }) => `${path}: ${text.split("\n").length}`)).toEqual([]);
  });

  it("what came in is opened by the takers of inbound/bounds only", () => {
    const readers = files.filter(
      ({ path }) => isInside(path, "session-service/baileys/inbound") && !isInside(path, INBOUND_DOOR),
    );
    const broken = readers.flatMap(({ path, text }) =>
      Object.entries(OPENERS)
        .filter(([, { pattern, homes }]) => pattern.test(text) && !homes.some((home) => path.endsWith(`/${home}`)))
        .map(([what]) => `${path}: ${what}`),
    );
    expect(readers.length).toBeGreaterThan(20);
    expect(broken).toEqual([]);
  });

  it("nothing is remembered in a module: what a process knows of a table is in core/store/caches.ts", () => {
    const folders = ["core", "functions", "session-service", "build", "lib"];
    const judged = files.filter(({ path }) => folders.some((folder) => isInside(path, folder)));
    const found = judged.flatMap(({ path, text }) => moduleStateIn(text).map((name) => `${path}: ${name}`));
    expect(found.sort()).toEqual(Object.keys(MODULE_STATE).sort());
  });

  it("state in a module is found in each of its forms, and tables that nobody writes to are not", () => {
    const text = `
let count = 0;
export let last: Date | undefined;
const byTable = new WeakMap<Table, Map<string, number>>();
const seen = new Map<string, number>();
const rows: string[] = [];
const turns = new Turns(2);
const known = new Set(["a"]);
known.add("b");
class Zones {
  static readonly all = new Map<string, string>();
}
const CODES = new Set([1, 2]);
const BY_CODE: ReadonlyMap<string, number> = new Map([["a", 1]]);
const NONE: readonly string[] = [];
const PATTERN = new RegExp("a");
function use() {
  let inside = 0;
  const own = new Map<string, number>();
}`;
    const expected = ["count", "last", "byTable", "seen", "rows", "turns", "known", "all"];
    expect(moduleStateIn(text).sort()).toEqual(expected.sort());
  });

  it("an item of the table gets its type by its record's typed reads, never by a cast", () => {
    const cast = /\bas (unknown as )?(\w+Record|\w+Row|LaneHead|FailedDelivery|AccountUser)\b/;
    const broken = files
      .filter(({ path }) => ["core/records", "core/operations", "core/lanes"].some((place) => isInside(path, place)))
      .flatMap(({ path, text }) =>
        codeOf(text)
          .split("\n")
          .filter((line) => cast.test(line))
          .map((line) => `${path}: ${line.trim()}`),
      );
    expect(broken).toEqual([]);
  });

  it("every limit is enforced by code that reads it", () => {
    const code = files.map(({ text }) => text).join("\n");
    const unused = Object.keys(LIMITS).filter((name) => !new RegExp(`\\bLIMITS\\.${name}\\b`).test(code));
    expect(unused).toEqual([]);
  });

  it("a docstring says directly what it is about: none begins with What or Who", () => {
    const riddles = files.flatMap(({ path, text }) =>
      [...text.matchAll(RIDDLE)].map(({ index }) => `${path}:${text.slice(0, index).split("\n").length}`),
    );
    expect(riddles).toEqual([]);
  });

  it("every exported function, class, interface and constant has a docstring", () => {
    const bare = files.flatMap(({ path, text }) => undocumented(text).map((name) => `${path}: ${name}`));
    expect(bare).toEqual([]);
  });

  it("an export without a docstring is found, but for a schema whose type follows and an overload", () => {
    const text = [
      "/** One. */",
      "export const a = 1;",
      "export const Body = z.object({});",
      "export type Body = z.infer<typeof Body>;",
      "/** Two. */",
      "// biome-ignore lint: a reason",
      "export function b(x: string): string;",
      "export function b(x: number): number;",
      "const c = 1;",
      "export class D {}",
    ].join("\n");
    expect(undocumented(text)).toEqual(["D"]);
  });

  it("zod is imported as a namespace: the named import puts every locale into the bundles", () => {
    const broken = files.filter(({ text }) => /import\s+(type\s+)?\{[^}]*\bz\b[^}]*\}\s+from\s+["']zod["']/.test(text));
    expect(broken.map(({ path }) => path)).toEqual([]);
  });

  it("the lockfile names no host, and every platform's own packages: else `npm ci` refuses it elsewhere", () => {
    const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
      packages: Record<
        string,
        { resolved?: string; inBundle?: boolean; optionalDependencies?: Record<string, string> }
      >;
    };
    const places = Object.keys(lock.packages);
    const missing = Object.entries(lock.packages).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter(
          (name) =>
            !lock.packages[place]?.inBundle &&
            !places.some((one) => one === `node_modules/${name}` || one === `${place}/node_modules/${name}`),
        )
        .map((name) => `${place}: ${name}`),
    );

    expect(missing).toEqual([]);
    expect(Object.entries(lock.packages).filter(([, { resolved }]) => resolved?.startsWith("http"))).toEqual([]);
  });
});
