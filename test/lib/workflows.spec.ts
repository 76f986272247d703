import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { ROOT } from "../../build/bundle.ts";
import { STAGES } from "../../lib/config.ts";
import { isScript, scriptsIn } from "../architecture/npm-scripts.ts";

const Step = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
const Job = z.object({
  needs: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  environment: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  permissions: z.record(z.string(), z.string()).optional(),
  steps: z.array(Step).default([]),
});
const Workflow = z.object({ permissions: z.record(z.string(), z.string()), jobs: z.record(z.string(), Job) });

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const workflow = (name: string) => Workflow.parse(parse(read(`.github/workflows/${name}`), { strict: true }));
const deploy = workflow("deploy.yml");
const stage = workflow("deploy-stage.yml");
const steps = [deploy, stage].flatMap(({ jobs }) => Object.values(jobs).flatMap((job) => job.steps));

/** Returns the index of the stage's step whose command contains these words. */
const place = (words: string) => stage.jobs.deploy?.steps.findIndex(({ run }) => run?.includes(words)) ?? -1;

describe("the workflows", () => {
  it("call scripts of npm that exist", () => {
    const called = steps.flatMap(({ run = "" }) => scriptsIn(run));
    expect(called).toEqual(expect.arrayContaining(["check", "diff:gate", "smoke", "image -w tools"]));
    expect(called.filter((script) => !isScript(script))).toEqual([]);
  });

  it("are off until the repository says yes", () => {
    const first = Object.values(deploy.jobs).filter(({ needs }) => needs === undefined);
    expect(first.map((job) => job.if)).toEqual(["vars.DEPLOY_FROM_GITHUB == 'yes'"]);
  });

  it("check, then deploy dev, then prod, each into the environment of its name", () => {
    expect(deploy.jobs.dev).toMatchObject({ needs: "check", with: { stage: "dev" } });
    expect(deploy.jobs.prod).toMatchObject({ needs: "dev", with: { stage: "prod" } });
    for (const name of ["dev", "prod"]) {
      expect(Object.keys(STAGES)).toContain(name);
      expect(deploy.jobs[name]?.uses).toBe("./.github/workflows/deploy-stage.yml");
    }
    // biome-ignore lint/suspicious/noTemplateCurlyInString: GitHub's own, not ours
    expect(stage.jobs.deploy?.environment).toBe("${{ inputs.stage }}");
  });

  it("ask the gate about the very templates that are deployed, before they are, and look at the result", () => {
    const order = ["npx cdk synth", "npm run diff:gate", "npx cdk deploy", "npm run smoke"].map(place);
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order[0]).toBeGreaterThan(0);
    expect(stage.jobs.deploy?.steps[place("npx cdk deploy")]?.run).toContain("--app cdk.out");
    for (const step of stage.jobs.deploy?.steps ?? []) expect(step).not.toHaveProperty("continue-on-error");
  });

  it("use what others wrote by its hash, and keep no token in the folder that tests run in", () => {
    const foreign = steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    expect(foreign.length).toBeGreaterThan(2);
    for (const uses of foreign) expect(uses).toMatch(/^(actions|aws-actions)\/[\w-]+@[0-9a-f]{40}$/);
    for (const { uses, with: given } of steps) {
      if (uses?.startsWith("actions/checkout")) expect(given?.["persist-credentials"]).toBe(false);
    }
  });

  it("get a token for AWS only where something is deployed, and may write nothing to the repository", () => {
    expect(deploy.permissions).toEqual({ contents: "read" });
    expect(deploy.jobs.check?.permissions).toBeUndefined();
    expect(stage.permissions).toEqual({ contents: "read", "id-token": "write" });
  });

  it("put no value of GitHub's into a command: it comes as a variable", () => {
    for (const { run = "" } of steps) expect(run).not.toContain("${{");
  });
});
