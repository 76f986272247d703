import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { isScript, scriptsIn } from "./npm-scripts.ts";
import { ROOT } from "./sources.ts";

interface Workflow {
  jobs: Record<string, { uses?: string; steps?: { run?: string; uses?: string }[]; "timeout-minutes"?: number }>;
  permissions?: unknown;
}

const below = (folder: string) => readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const workflows = below(".github/workflows").map(
  (name) => [name, parse(read(`.github/workflows/${name}`)) as Workflow] as const,
);
const { license } = JSON.parse(read("package.json")) as { license: string };

describe("the repository", () => {
  it.each(workflows)("%s names scripts that exist, has an end, and says what it may do", (_, { jobs, permissions }) => {
    expect(permissions).toBeDefined();
    for (const { uses, steps = [], "timeout-minutes": minutes } of Object.values(jobs)) {
      if (uses !== undefined) continue; // another workflow
      expect(minutes).toBeGreaterThan(0);
      const runs = steps.map(({ run = "" }) => run);
      expect(runs.flatMap(scriptsIn).filter((script) => !isScript(script))).toEqual([]);
      const others = runs.flatMap((run) => [...run.matchAll(/^npm (\S+)/gm)].map(([, verb = ""]) => verb));
      expect(others.filter((verb) => !["run", "ci", "test", "publish"].includes(verb))).toEqual([]);
    }
  });

  it("the workflow for changes runs what the tests' command runs", () => {
    const runs = workflows.find(([name]) => name === "check.yml")?.[1].jobs.check?.steps?.map(({ run }) => run) ?? [];
    expect(runs).toEqual(expect.arrayContaining(["npm ci", "npm test"]));
  });

  it("installing it installs nothing of n8n and no generator of the clients' types", () => {
    const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, { link?: boolean }> };
    const installed = Object.keys(packages).filter((path) => path.includes("node_modules/") && !packages[path]?.link);
    expect(installed.length).toBeGreaterThan(300);
    expect(installed.filter((path) => /(^|\/)(n8n|@n8n|@hey-api)([-/]|$)/.test(path))).toEqual([]);
  });

  it("every form and setting for GitHub can be read", () => {
    const files = below(".github").filter((name) => name.endsWith(".yml"));
    expect(files.length).toBeGreaterThan(4);
    for (const name of files) expect(parse(read(`.github/${name}`)), name).toBeTypeOf("object");
  });

  it("has the files that people look for, and no licence before its owner chose one", () => {
    const wanted = ["SECURITY.md", "CODE_OF_CONDUCT.md", ".github/CODEOWNERS", ".github/pull_request_template.md"];
    expect(wanted.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    for (const path of ["session-service/LICENSE", "simulated-network/LICENSE"])
      expect(read(path)).toContain("GPL-3.0");
    expect([license, existsSync(join(ROOT, "LICENSE"))]).toEqual(["UNLICENSED", false]);
    expect(read("README.md")).toContain("`UNLICENSED` stays");
  });
});
