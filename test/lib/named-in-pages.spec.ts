import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ROOT } from "../../build/bundle.ts";
import { STAGES } from "../../lib/config.ts";
import { codeIn, commandsIn } from "../support/cli/commands-in.ts";
import { frontOf } from "./front-stage.ts";
import { PANEL } from "./panel-stage.ts";
import { synthesised } from "./synthesised.ts";

STAGES.trial = { stage: "trial", profile: "standard", alarmEmail: "a@example.com", ...PANEL, ...frontOf("trial") };
afterAll(() => {
  delete STAGES.trial;
});

const PARTS = synthesised("trial");
const PAGES = ["docs/deployment.md", "docs/runbook.md"].map((name) => ({
  name,
  page: readFileSync(join(ROOT, name), "utf8"),
}));

/** Returns every string in the templates, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const texts = new Set(Object.values(PARTS).flatMap(({ resources }) => textsIn(resources)));
const stacks = Object.keys(PARTS).map((part) => `messaging-gateway-trial-${part}`);
const outputs = Object.values(PARTS).flatMap(({ template }) => Object.keys(template.toJSON().Outputs ?? {}));
/** Names of AWS resources that end with their region. */
const regional = Object.values(PARTS).flatMap(({ resources }) =>
  [...JSON.stringify(resources).matchAll(/"(messaging-gateway-trial[\w-]*)-",\{"Ref":"AWS::Region"\}/g)].map(
    ([, name = ""]) => name,
  ),
);

const isThere = (name: string) => texts.has(name) || stacks.includes(name) || regional.includes(name);

/** The names of a stage's resources that occur in code on the pages, with any placeholder used for the stage. */
const named = PAGES.flatMap(({ name, page }) =>
  codeIn(page).flatMap(({ line, text }) => {
    const of = text.replace(/(?<=messaging-gateway[-/])(?:prod|\$STAGE|<stage>)/g, "trial");
    const found = [...of.matchAll(/(?<![\w-])\/?messaging-gateway[-/]trial(?:[-/][\w-]+)*(?![-/]?[$<])/g)];
    return found.map(([one]) => ({ at: `${name}:${line}`, name: one }));
  }),
);

describe("what operators read names", () => {
  it("things of a stage, and there are many", () => {
    expect(named.length).toBeGreaterThan(30);
  });

  it.each(named)("$at: $name is in the templates", ({ name }) => {
    expect(isThere(name)).toBe(true);
  });

  const filledIn = PAGES.flatMap(({ name, page }) => [
    ...[...page.matchAll(/<([A-Z][a-z]+[A-Z]\w+)>/g)].map(([, output = ""]) => ({ name, output })),
    ...[...page.matchAll(/\$\(output \w+ (\w+)\)/g)].map(([, output = ""]) => ({ name, output })),
  ]).filter(({ output }) => output !== "LogicalId");
  it.each(filledIn)("$name: the output $output is one of a stack", ({ output }) => {
    expect(outputs).toContain(output);
  });
});

describe("functions whose mappings hang on their alias", () => {
  it("are asked for them with it, and called by it", () => {
    const mappings = PARTS.service.ofType("AWS::Lambda::EventSourceMapping");
    expect(mappings.length).toBeGreaterThan(2);
    for (const [, { Properties }] of mappings)
      expect(JSON.stringify(Properties.FunctionName)).toMatch(/":live"|Live\w+"/);
    const asked = PAGES.flatMap(({ page }) => commandsIn(page, "aws"))
      .filter(({ words: [service, command] }) =>
        /^lambda (list-event-source-mappings|invoke)$/.test(`${service} ${command}`),
      )
      .map(({ words }) => words[words.indexOf("--function-name") + 1]);
    expect(asked.length).toBeGreaterThan(2);
    for (const name of asked) expect(name).toMatch(/:live$/);
  });
});
