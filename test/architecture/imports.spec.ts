import { describe, expect, it } from "vitest";
import { files, importsOf, isInside, localImports, localTarget } from "./sources.ts";

const roomsOf = (...names: string[]) => names.map((name) => `session-service/${name}`);

const SIMULATED = "simulated-network/src";

/**
 * The local gateway imports only these two files from the simulated network and runs the rest as a separate process.
 */
const THIS_MACHINE_ONLY = `${SIMULATED}/process/this-machine-only.ts`;
const PROCESS_FIGURES = `${SIMULATED}/process/process-figures.ts`;

const SESSION_ROOT = ["session-service/session-deps.ts", "session-service/session-port.ts"];

/**
 * The imports that each folder may have: a folder (the longest matching prefix wins) -> the folders it may import from
 * in addition to itself. `composition` files wire a runtime together and may also import core/aws.
 */
const MAY_IMPORT: Record<string, string[]> = {
  "core/contracts": [],
  "core/ports.ts": ["core/store", "core/contracts"],
  "core/env.ts": [],
  "core/errors.ts": ["core/contracts"],
  "core/failure-kind.ts": ["core/store/table.ts"],
  "core/log.ts": ["core/ports.ts"],
  "core/log-for-people.ts": ["core/log.ts", "core/ports.ts"],
  "core/offset-clock.ts": ["core/ports.ts"],
  "core/storage-full.ts": [],
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
    "core/storage-full.ts",
  ],
  functions: ["core", "docs/openapi.json"],
  // The layers of a session, from top to bottom. Code that they share is at the root.
  "session-service/main.ts": [
    "core",
    ...roomsOf("fleet", "connection", "baileys", "media", "process"),
    ...SESSION_ROOT,
  ],
  "session-service/health.ts": roomsOf("process"),
  "session-service/session-deps.ts": ["core", ...roomsOf("connection", "baileys")],
  "session-service/session-port.ts": ["core"],
  "session-service/fleet": ["core", ...roomsOf("session", "lane", "process"), ...SESSION_ROOT],
  "session-service/session": [
    "core",
    ...roomsOf("commands", "history", "inbox", "connection", "baileys", "process"),
    ...SESSION_ROOT,
  ],
  "session-service/lane": [
    "core",
    ...roomsOf("commands", "inbox", "connection", "baileys", "media", "process"),
    ...SESSION_ROOT,
  ],
  "session-service/commands": ["core", ...roomsOf("inbox", "baileys", "media", "process"), ...SESSION_ROOT],
  "session-service/inbox": ["core", ...roomsOf("connection", "baileys", "process"), ...SESSION_ROOT],
  "session-service/history": ["core", ...roomsOf("inbox", "baileys", "process"), ...SESSION_ROOT],
  "session-service/connection": ["core", ...roomsOf("baileys", "process")],
  "session-service/baileys": ["core", ...roomsOf("media", "process")],
  "session-service/media": ["core", ...roomsOf("process")],
  "session-service/process": ["core"],
  build: [],
  // Runs in browsers.
  panel: ["core/contracts"],
  // Published or run on its own, so it imports only its own folder.
  "clients/sdk": [],
  "clients/generate": [],
  "clients/mcp": [],
  "clients/samples": [],
  "clients/n8n": [],
  "clients/n8n/test": ["build", "clients/n8n", "test/support"],
  lib: ["build", "core/contracts", "core/env.ts", "core/store/table.ts"],
  bin: [
    "lib",
    "build",
    "core",
    "functions",
    "local/data",
    "local/identity/identity-names.ts",
    "local/mail",
    "local/system",
  ],
  local: ["core", "functions", "lib"],
  "local/machine": ["core/offset-clock.ts", "core/ports.ts"],
  "local/aws": [
    "core/aws",
    "core/domain/memo.ts",
    "core/log.ts",
    "core/offset-clock.ts",
    "core/ports.ts",
    "core/storage-full.ts",
    "local/machine",
    THIS_MACHINE_ONLY,
  ],
  "local/mail": ["core/ports.ts", "functions/file-mail.ts", "local/machine"],
  "local/ai": ["core/ports.ts", THIS_MACHINE_ONLY],
  "local/data": ["local/aws/dynamo/records.ts"],
  "local/identity": ["core/ports.ts", "core/store/table.ts"],
  "local/panel": ["core", "functions", "local/identity", "local/machine"],
  "local/system": [
    "build/build-panel.ts",
    "build/reference",
    "core",
    "functions",
    "lib",
    "local/ai",
    "local/aws",
    "local/data",
    "local/identity",
    "local/machine",
    "local/mail",
    "local/panel",
    THIS_MACHINE_ONLY,
    PROCESS_FIGURES,
  ],
  // A separate package that imports only itself, so it can run without the rest of the product.
  "simulated-network": [],
  ...Object.fromEntries(
    Object.entries({
      process: [],
      format: [],
      faults: ["process"],
      store: ["format", "process"],
      media: ["faults", "process"],
      delivery: ["faults", "format", "store"],
      world: ["delivery", "faults", "format", "media", "process", "store"],
      wire: ["delivery", "format", "process", "store", "world"],
      sandbox: ["format", "process", "store", "world"],
    }).map(([room, below]) => [`${SIMULATED}/${room}`, below.map((name) => `${SIMULATED}/${name}`)]),
  ),
};

/** Packages that may only be used in a single place. */
const PACKAGE_HOMES: Record<string, string[]> = {
  "@whiskeysockets/baileys": ["session-service/baileys", "simulated-network"],
  libsignal: ["session-service", "simulated-network"],
  "aws-cdk-lib": ["lib", "bin/app.ts"],
  "@middy/core": ["functions"],
  undici: ["core/http", "session-service/baileys"],
  dynalite: ["local/aws"],
  "oidc-provider": ["local/identity"],
  "openid-client": ["functions/panel-session"],
  jose: ["local/identity"],
};

/** Searches depth first. An import of a file that is still being visited closes a circle. */
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

function ruleOf(path: string): [string, string[]] | undefined {
  return Object.entries(MAY_IMPORT)
    .filter(([place]) => isInside(path, place))
    .sort(([a], [b]) => b.length - a.length)[0];
}

describe("the house rules: imports", () => {
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
      "functions/ses-mail.ts",
      "functions/stream-deps.ts",
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
});
