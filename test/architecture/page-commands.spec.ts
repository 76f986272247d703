import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isScript } from "./npm-scripts.ts";
import { adminCallsIn, calledIn, codeIn, faultsOfCalls } from "./page-commands.ts";
import { files, ROOT } from "./sources.ts";

// People who don't know us type exactly what these pages say. docs/deployment.md and docs/runbook.md have further rules
// in their own specs.

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const PAGES = globSync(
  [
    "*.md",
    "docs/*.md",
    "docs/guides/*.md",
    "{lib,local,panel,simulated-network,tools}/README.md",
    "clients/{mcp,n8n,samples,sdk}/README.md",
  ],
  { cwd: ROOT },
);
const OPERATED = ["README.md", "docs/local.md", "docs/moving.md", "docs/one-machine.md", "docs/security.md"];
const LOCAL = read("docs/local.md");

describe("a page that people follow", () => {
  it("is one of several, among them those of the clients", () => {
    expect(PAGES).toEqual(expect.arrayContaining(["README.md", "CONTRIBUTING.md", "clients/samples/README.md"]));
    expect(PAGES.flatMap((page) => calledIn(read(page))).length).toBeGreaterThan(80);
  });

  it.each(PAGES)("%s calls npm scripts that exist", (page) => {
    expect(calledIn(read(page)).filter((script) => !isScript(script))).toEqual([]);
  });

  it.each(OPERATED)("%s calls commands of the operator that exist, with options that they take", (page) => {
    expect(faultsOfCalls(adminCallsIn(read(page)))).toEqual([]);
  });

  it.each([
    ["`npm run admin -- key destroy`", ["key destroy: there is no such command"]],
    ["```sh\nadmin member add --mail a@b.ch   # a link\n```", ["member add --mail a@b.ch: takes no --mail"]],
    ['```sh\nadmin() { node /opt/bin/admin.ts "$@"; }\nnode bin/admin.ts account list\n```', []],
  ])("is not taken at its word: %j", (page, faults) => {
    expect(faultsOfCalls(adminCallsIn(page))).toEqual(faults);
  });
});

describe("the settings of one machine", () => {
  const rows = LOCAL.split("## Settings of the local gateway")[1]?.split("\n## ")[0] ?? "";
  const named = rows
    .split("\n")
    .flatMap((row) => [...(row.split(" | ")[0] ?? "").matchAll(/`([A-Z_]+)`/g)].map(([, name = ""]) => name));
  const source = read("local/system/settings.ts");
  const schema = /const Environment = z\.object\(\{([\s\S]*?)\n\}\);/.exec(source)?.[1] ?? "";
  const accepted = [...schema.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name = ""]) => name);
  /** Node's own variable, which the gateway only checks. */
  const NODES = ["NODE_EXTRA_CA_CERTS"];
  /** Variables that are read elsewhere: before the settings, and by the sessions. */
  const ELSEWHERE = ["CLIENT_VERSIONS", "FFMPEG_PATH", "FROM_SOURCES", "PASSKEY_LINKING"];

  it("are the rows of the table, which names no other", () => {
    expect(accepted.length).toBeGreaterThan(25);
    const code = [...files.map(({ text }) => text), read("local/start.mjs")].join("\n");
    expect(ELSEWHERE.filter((name) => !code.includes(name))).toEqual([]);
    expect(named.toSorted()).toEqual([...accepted.filter((name) => !NODES.includes(name)), ...ELSEWHERE].toSorted());
  });

  it("are known when docs/one-machine.md and its files for Docker and systemd set them", () => {
    const known = [...named, ...NODES, "DOMAIN", "GATEWAY", "SETTINGS", "KEY", "NODE_ENV"];
    const compose = read("deploy/one-machine/compose.yaml");
    const unit = read("deploy/one-machine/messaging-gateway.service");
    const set = [
      ...codeIn(read("docs/one-machine.md")).flatMap((code) => [...code.matchAll(/(?:^|\s)([A-Z][A-Z_]+)=/g)]),
      ...compose.matchAll(/^ {6}([A-Z_]+):/gm),
      ...unit.matchAll(/^Environment=([A-Z_]+)=/gm),
    ].map(([, name = ""]) => name);
    expect(set).toEqual(expect.arrayContaining(["PUBLIC_URL", "TRUSTED_PROXIES", "DATA_DIR", "SMTP_URL"]));
    expect(set.filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe("the requests of the sandbox in docs/local.md", () => {
  /** Returns the paths on a page, with `{}` in place of each parameter's name. Queries are left out. */
  const pathsIn = (page: string) =>
    [...page.matchAll(/`(?:[A-Z]+ )?[…]?(\/[a-z][^`?]*)[^`]*`/g)].map(([, path = ""]) =>
      path.replaceAll(/\{\w+\}/g, "{}"),
    );
  // A test of the network compares this list with the network's routes. Only /mail is the gateway's own.
  const known = [...pathsIn(read("simulated-network/README.md")), "/mail"];
  const named = pathsIn(LOCAL.split("\n## The sandbox")[1] ?? "");

  it("are in the network's list, some of them without the beginning that they share with the one before", () => {
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((path) => !known.some((one) => one.endsWith(path)))).toEqual([]);
  });

  it("are found in whatever form they are written", () => {
    expect(pathsIn("`POST /phones`, `/react`, `…/chats/{chat}/read`, `GET /mail?to=`, `{id}` and `crowd`")).toEqual([
      "/phones",
      "/react",
      "/chats/{}/read",
      "/mail",
    ]);
  });
});

describe("secrets that our pages make in the project's folder", () => {
  const ignored = read(".gitignore")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => new RegExp(`^${line.replace(/\/$/, "").replaceAll(".", "\\.").replaceAll("*", "[^/]*")}$`));

  it.each([".data", ".data.key", ".data-whatsapp", ".data-whatsapp.key", "archive.key", "gateway.archive", ".env"])(
    "%s can't be committed by mistake",
    (name) => {
      expect(ignored.some((pattern) => pattern.test(name))).toBe(true);
    },
  );
});
