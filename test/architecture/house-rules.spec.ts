import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LIMITS } from "../../core/contracts/limits.ts";
import { moduleStateIn } from "./module-state.ts";
import { codeOf, files, isInside, ROOT, testFiles } from "./sources.ts";

/** The folder whose code applies limits to network input. */
const INBOUND_DOOR = "session-service/baileys/inbound/bounds";

/** Ways to bypass a single entry point, and the files that may pass raw values to the library. */
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

/** Allowed module state: location -> reason. */
const MODULE_STATE: Record<string, string> = {
  "core/store/caches.ts: ofTables": "the one memory: what this process knows of each table",
  "core/aws/aws-client.ts: host":
    "how other services are reached, set by the process's host before their clients are made",
  "core/aws/document-client.ts: make": "how tables are reached, set by the process's host before the first is made",
  "functions/own-deps.ts: host": "what replaces every function's own dependencies, set by the process's host",
  "functions/runtime.ts: systemClock": "the one clock of all functions; a gateway on one machine moves it",
  "session-service/baileys/fixes/leave-unstored.ts: handling":
    "whether a stanza is being handled: a context, not a memory",
  "session-service/baileys/fixes/one-lock.ts: current": "the transaction of the running work: a context, not a memory",
  "session-service/baileys/outbound/encode-message.ts: filesAtOnce": "bounds the memory of the process, whoever sends",
  "session-service/baileys/outbound/encode-message.ts: filmsAtOnce":
    "the same for films, so that no other file waits for them",
  "session-service/media/ffmpeg.ts: atOnce": "bounds the processes of a machine, whoever asks",
  "session-service/media/ffmpeg.ts: filmsAtOnce": "the same for conversions of films, which take minutes",
  "session-service/media/picture.ts: atOnce": "bounds the memory of the process, whoever asks",
  "session-service/process/late-rejections.ts: culprits": "the session of the running work: a context, not a memory",
};

/** Files that listen for the end of a session, and do so only once in that session's life. */
const LISTENS_ON = new Set(["session-service/connection/reach.ts"]);

/**
 * Files that race promises, with the number of races and why none of them retains memory for long. A promise retains
 * something from each race until it settles, so a promise that lives as long as a connection or a session must not take
 * part in a race that runs repeatedly.
 */
const RACES: Record<string, [times: number, why: string]> = {
  "core/http/host-check.ts": [1, "a look-up ends by itself, and its timer with the race"],
  "core/operations/exporting/make-archive.ts": [1, "each archive has a race of its own, which ends with it"],
  "core/operations/delivering/drain-posts.ts": [2, "a post ends within its time limit, and is raced once a second"],
  "local/system/queue-poller.ts": [2, "a batch ends within its function's time; the other race is the poller's end"],
  "local/system/stream-reader.ts": [1, "once, at the reader's end"],
  "local/system/system.ts": [1, "once in the gateway's life"],
  "session-service/baileys/fixes/flush-before-end.ts": [1, "once, at a connection's end"],
  "session-service/baileys/socket/number-side.ts": [1, "a question ends by the library's own time limit"],
  "session-service/commands/group-answers.ts": [1, "a question ends by the library's own time limit"],
  "session-service/commands/perform-in-time.ts": [1, "each command has a race of its own, with its own work and timer"],
  "session-service/connection/connect-gate.ts": [
    1,
    "each connection has a turn of its own, which ends with its signal",
  ],
  "session-service/fleet/in-time.ts": [1, "its callers give it work of their own, and the timer ends with the race"],
  "session-service/fleet/supervisor.ts": [2, "once each, at the task's end"],
  "session-service/inbox/phone-requests.ts": [1, "each question to the phone has a race of its own"],
  "session-service/inbox/refusal-463.ts": [1, "each refusal has a race of its own; its question ends in 20 s"],
  "session-service/lane/asks.ts": [1, "a question ends in 20 s, and its row rests meanwhile"],
  "session-service/lane/sends.ts": [
    1,
    "each start has a race of its own, whose outcome comes within the acknowledgement's time",
  ],
  "session-service/process/or-aborted.ts": [1, "the one that takes a signal in place of a promise that lives long"],
  "session-service/session/blocks.ts": [1, "a reading of the list ends by the library's own time limit"],
  "session-service/session/groups-mirror.ts": [1, "both end with the wait: its signal aborts behind it"],
  "session-service/session/live-connection.ts": [1, "once, at a connection's end"],
  "session-service/session/session.ts": [1, "once, at the session's end"],
};

/** Files that change a person's record without checking for a merge -> reason. */
const MERGED_OR_NOT: Record<string, string> = {
  "core/operations/labels/remove-label-rows.ts": "a merge that moves labels raises labels_rev, which is claimed",
  "core/operations/instances/drop-earlier-phone.ts": "it only takes fields away, which a merged record has not got",
};

/** Matches a docstring that starts with a question word. */
const RIDDLE = /\/\*\*[\s*]*(?:What|Whatever|Who)\b/g;

/** The panel's texts in other languages. Their tables mirror the English ones, which have the docstrings. */
const TRANSLATIONS = /^panel\/src\/words\/(es|pt)\//;

/** Returns the exports in a text that have no docstring, except schemas with a type of the same name. */
function undocumented(text: string): string[] {
  const lines = text.split("\n");
  return lines.flatMap((line, at) => {
    const name = /^export (?:async )?(?:function|class|interface|const) (\w+)/.exec(line)?.[1];
    if (name === undefined || text.includes(`\nexport type ${name} =`)) return [];
    const above = lines.slice(0, at).findLast((one) => !one.startsWith("//")) ?? "";
    return above.endsWith("*/") || above.startsWith(`export function ${name}(`) ? [] : [name];
  });
}

/**
 * Returns the AWS SDK clients that a text creates itself. The SDK's commands and errors don't count, because they are
 * created everywhere.
 */
function clientsMadeIn(text: string): string[] {
  const imported = [...text.matchAll(/import\s*\{([^}]*)\}\s*from\s*"@aws-sdk\/client-/g)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim().replace(/^.* as /, "")),
  );
  const made = [...codeOf(text).matchAll(/\bnew (\w+)\(/g)].map(([, name = ""]) => name);
  return made.filter((name) => imported.includes(name) && (name.endsWith("Client") || !/[a-z]/.test(name)));
}

describe("the house rules", () => {
  it("a client of AWS is made by core/aws/aws-client.ts, so that each of its requests ends", () => {
    const broken = files.flatMap(({ path, text }) => clientsMadeIn(text).map((name) => `${path}: new ${name}()`));
    expect(broken).toEqual([]);
  });

  it("every HTTP server of one machine refuses what a page of another site or a proxy brings", () => {
    const servers = files.filter(
      ({ path, text }) =>
        ["local", "simulated-network"].some((place) => isInside(path, place)) && /from "node:https?"/.test(text),
    );
    const made = servers.flatMap(({ path, text }) =>
      [...codeOf(text).matchAll(/\bcreateServer\((\{[^}]*\},)?\s*(\w+)/g)].map(([, , first]) => `${path}: ${first}`),
    );
    expect(made.length).toBeGreaterThan(4);
    expect(made.filter((one) => !one.endsWith(": forThisMachine"))).toEqual([]);
  });

  it("who listens for an abort stops listening: signals live as long as sessions, and keep what listens to them", () => {
    const judged = files.filter(({ path }) =>
      ["core", "session-service", "functions"].some((place) => isInside(path, place)),
    );
    const count = (text: string, what: string) => codeOf(text).split(`${what}EventListener("abort"`).length - 1;
    const broken = judged
      .filter(({ path, text }) => !LISTENS_ON.has(path) && count(text, "add") > count(text, "remove"))
      .map(({ path }) => path);
    expect(broken).toEqual([]);
  });

  it("promises are raced only where nothing of a race stays: orAborted waits for work or for a signal", () => {
    const found = files.flatMap(({ path, text }): [string, number][] => {
      const times = codeOf(text).split(/\bPromise\.race\b/).length - 1;
      return times > 0 ? [[path, times]] : [];
    });
    const allowed = Object.entries(RACES).map(([path, [times]]) => [path, times]);
    expect(found.toSorted()).toEqual(allowed.toSorted());
  });

  it("a test's temporary folder goes with its process, also when the test fails: test/support/passing-folder.ts", () => {
    const made = testFiles
      .filter(({ code }) => /mkdtemp(Sync)?\(\s*join\(\s*tmpdir\(\)/.test(code))
      .map(({ path }) => path);
    const homes = ["test/run/test-run.spec.ts", "test/support/passing-folder.ts"];
    expect(made.sort()).toEqual(homes);
  });

  it("a client of AWS is found under any name, and commands and errors are none", () => {
    const text = `import { NoSuchKey, S3, S3Client as Store, SQSClient, SendMessageCommand } from "@aws-sdk/client-any";
new SQSClient({}); new S3({}); new SendMessageCommand({}); new NoSuchKey({}); new OtherClient({}); // new SQSClient()`;
    expect(clientsMadeIn(text)).toEqual(["SQSClient", "S3"]);
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

  it("events and notices are put by the two records that mark them for the bus, and nobody else has the mark", () => {
    const homes = ["core/records/bus-notice.ts", "core/records/event.ts"];
    const having = (pattern: RegExp) => files.filter(({ text }) => pattern.test(codeOf(text))).map(({ path }) => path);
    expect(having(/\.\.\.keys\.(event|busNotice)\(/).sort()).toEqual(homes);
    expect(having(/\bbus: BUS_MARKERS\./).sort()).toEqual(homes);
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
    const judged = files.filter(({ path }) => !TRANSLATIONS.test(path));
    const bare = judged.flatMap(({ path, text }) => undocumented(text).map((name) => `${path}: ${name}`));
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

  it("who changes a person's record claims that it was not merged into another one", () => {
    const writers = files.filter(
      ({ path, text }) =>
        ["core/", "functions/", "session-service/"].some((place) => path.startsWith(place)) &&
        /keys\.person\(|chatRecordKey\(/.test(text) &&
        /\bupdate: /.test(codeOf(text)),
    );
    expect(writers.length).toBeGreaterThan(8);
    const forgetful = writers.filter(({ text }) => !codeOf(text).includes("merged_into")).map(({ path }) => path);
    expect(forgetful.toSorted()).toEqual(Object.keys(MERGED_OR_NOT).toSorted());
  });
});
