import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isScript } from "./npm-scripts.ts";
import { adminCallsIn, calledIn, codeIn, faultsOfCalls } from "./page-commands.ts";
import { files, ROOT } from "./sources.ts";

// Operators follow docs/deployment.md word for word, and docs/runbook.md in the middle of the night, so every command
// and every name of ours on these pages must exist.

const text = readFileSync(join(ROOT, "docs/deployment.md"), "utf8");
const runbook = readFileSync(join(ROOT, "docs/runbook.md"), "utf8");

/** Returns the names in camel case, which are our own settings or fields. */
const settingsIn = (page: string) =>
  codeIn(page)
    .filter((code) => !/^(aws|curl|docker|npx|output|api|field)\b/.test(code))
    .flatMap((code) => [...code.matchAll(/(?<![\w$/."-])[a-z]+(?:[A-Z][a-z0-9]+)+(?![\w(])/g)].map(([name]) => name));

const settings = files
  .filter(({ path }) => path.startsWith("lib/"))
  .map(({ text: source }) => source)
  .join("\n");
const isSetting = (name: string) => new RegExp(`\\b${name}\\??:`).test(settings);
const outputs = new Set([...settings.matchAll(/new CfnOutput\([^,]+, "(\w+)"/g)].map(([, name = ""]) => name));
/** These names are built from parts of a domain: lib/constructs/custom-domain.ts. */
const CNAMES = ["DomainCname", "OriginCname"];

/** Returns the environment variables that a page names or sets. */
const variablesIn = (page: string) =>
  codeIn(page).flatMap((code) =>
    [...code.matchAll(/(?<![\w$.#"-])\$?([A-Z]{2,}(?:_[A-Z0-9]+)+)(?![\w(#])/g)].map(([, name = ""]) => name),
  );
const workflows = readdirSync(join(ROOT, ".github/workflows")).map((name) => join(ROOT, ".github/workflows", name));
const sourceText = [
  ...files.map(({ text: source }) => source),
  ...workflows.map((path) => readFileSync(path, "utf8")),
].join("\n");
/** AWS's own states and names. The last two are attributes of events that its event bus gives up on. */
const OF_AWS = ["AWS_PROFILE", "AWS_REGION", "ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "ERROR_CODE", "ERROR_MESSAGE"];

describe("docs/runbook.md", () => {
  it("calls npm scripts and commands of the operator that exist, with options that they take", () => {
    expect(calledIn(runbook).filter((script) => !isScript(script))).toEqual([]);
    const calls = adminCallsIn(runbook);
    expect(calls.length).toBeGreaterThan(5);
    expect(faultsOfCalls(calls.filter(({ name }) => name !== undefined))).toEqual([]);
  });
});

describe.each([
  ["docs/deployment.md", text],
  ["docs/runbook.md", runbook],
])("%s", (_, page) => {
  it("names settings and variables that exist", () => {
    const isKnown = (name: string) => new RegExp(`\\b${name}\\b`).test(sourceText);
    expect([...new Set(settingsIn(page))].filter((name) => !isKnown(name))).toEqual([]);
    expect([...new Set(variablesIn(page))].filter((name) => !isKnown(name) && !OF_AWS.includes(name))).toEqual([]);
  });

  it("gives values of the context that the code reads", () => {
    const given = codeIn(page).flatMap((code) => [...code.matchAll(/ -c (\w+)=/g)].map(([, name = ""]) => name));
    expect(
      given.filter((name) => !new RegExp(`(tryGetContext|text|given|context)\\w*\\(.*"${name}"`).test(sourceText)),
    ).toEqual([]);
  });
});

describe("docs/deployment.md", () => {
  it("calls npm scripts that exist", () => {
    const called = [...new Set(calledIn(text))];
    expect(called).toEqual(expect.arrayContaining(["synth", "doctor", "admin", "origin-secret -w lib"]));
    expect(called.filter((script) => !isScript(script))).toEqual([]);
  });

  it("calls commands of the operator that exist, with options that they take", () => {
    const calls = adminCallsIn(text);
    expect(calls.length).toBeGreaterThan(5);
    expect(faultsOfCalls(calls)).toEqual([]);
  });

  it("names settings that exist", () => {
    const named = [...new Set(settingsIn(text))];
    expect(named).toEqual(expect.arrayContaining(["alarmEmail", "sessionTasksMax", "originName", "takesOver"]));
    expect(named.filter((name) => !isSetting(name))).toEqual([]);
  });

  it("names outputs of the stacks that exist", () => {
    const named = [
      ...[...text.matchAll(/outputs? `(\w+)`(?: and `(\w+)`)?/g)].flatMap(([, one, two]) => [one, two]),
      ...[...text.matchAll(/\$\(output \w+ (\w+)\)/g)].map(([, name]) => name),
    ].filter((name) => name !== undefined);
    expect(named).toEqual(expect.arrayContaining(["ApiUrl", "TableName", "FrontName", "DomainCname"]));
    expect(named.filter((name) => !outputs.has(name) && !CNAMES.includes(name))).toEqual([]);
  });

  it("says of what needs an account that it was not tried", () => {
    expect(text).toContain("**not tried here**");
    for (const step of ["4", "5", "6", "7", "8"]) expect(text).toContain(`**${step}. ⚑`);
  });

  it.each<[string, string[], number, string[]]>([
    ["`npm run synth -- -c stage=x` and `npm test`", ["synth"], 0, []],
    ["```sh\nnpm run admin -- key create --kind full # once\n```", ["admin"], 1, []],
    ["`npm run image -w tools -- x`", ["image -w tools"], 0, []],
    ["set `alarmEmail: null` and `aws sts getCallerIdentity`", [], 0, ["alarmEmail"]],
  ])("is read as it is meant: %j", (page, scriptsFound, calls, settingsFound) => {
    expect(calledIn(page)).toEqual(scriptsFound);
    expect(adminCallsIn(page)).toHaveLength(calls);
    expect(settingsIn(page)).toEqual(settingsFound);
  });

  it("is not taken at its word for an unknown command", () => {
    expect(adminCallsIn("`npm run admin -- key destroy`")[0]?.name).toBeUndefined();
    expect(isSetting("alarmFax")).toBe(false);
  });
});
