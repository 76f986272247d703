import { execFile, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../../build/bundle.ts";
import { gatewayApp } from "../../lib/gateway-app.ts";
import { ALL_FUNCTIONS, SESSION_SERVICE } from "../../lib/wiring.ts";
import { passingFolder } from "../support/passing-folder.ts";

const outdir = passingFolder("gateway-synth-");
let printed = "";

// Runs as `npm run synth` and the cdk command do, without any credentials. Violating a security rule results in exit
// code 1.
beforeAll(async () => {
  const env = { PATH: process.env.PATH, CDK_OUTDIR: outdir };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["bin/app.ts"], { cwd: ROOT, env });
  printed = stdout + stderr;
});
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

describe("synthesising the stacks", () => {
  it("says what it made", () => {
    for (const { name } of ALL_FUNCTIONS) expect(printed).toMatch(new RegExp(`^${name} +\\d+ KB`, "m"));
    for (const part of ["data", "service", "session"]) {
      expect(printed).toMatch(new RegExp(`^messaging-gateway-dev-${part} +\\d+ resources`, "m"));
    }
  });

  it("says what the stage costs while nobody writes", () => {
    expect(printed).toMatch(/^Cost of an idle month, USD \(us-east-1, \d{4}-\d\d; lib\/prices\.ts/m);
    expect(printed).toMatch(/^Prices without a source, from memory: .*request to a standard queue/m);
    expect(printed).toMatch(/^Session tasks +14\.42$/m);
    expect(printed).toMatch(/^together +2\d\.\d\d$/m);
    expect(printed).not.toContain("not known");
  });

  it("takes the stage by -c, and refuses prod without a reader of its alarms", () => {
    const prod = spawnSync(process.execPath, ["bin/app.ts", "-c", "stage=prod"], { cwd: ROOT, encoding: "utf8" });
    expect(prod.stderr).toContain('The stage "prod" has no alarmEmail');
    expect(prod.status).toBe(1);
  });

  it("passes the rule packs AwsSolutions and Serverless and CloudFormation's own rules", () => {
    const report = JSON.parse(readFileSync(join(outdir, "validation-report.json"), "utf8"));
    const found = report.pluginReports as { conclusion: string; violations?: unknown[] }[];
    expect(found.filter(({ conclusion }) => conclusion !== "success")).toEqual([]); // others acknowledge, with a reason
    expect(found.flatMap(({ violations = [] }) => violations)).toEqual([]);
    expect(printed).not.toMatch(/ERROR|WARNING|not configured/);
  });

  it("says in one sentence what is wrong with a stage's settings, and nothing of our code", () => {
    const { stderr, status } = spawnSync(process.execPath, ["bin/app.ts", "-c", "stage=nowhere"], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, CDK_OUTDIR: join(outdir, "none") },
      encoding: "utf8",
    });
    expect(stderr).toMatch(/^There is no stage "nowhere"[^\n]*\n$/);
    expect(status).toBe(1);
  });

  it("would not pass with a queue that is open to requests without TLS", () => {
    const bundles = ALL_FUNCTIONS.map(({ name }) => ({ name, folder: join(ROOT, "lib/stacks"), sizeBytes: 0 }));
    const { app, service } = gatewayApp({ outdir: join(outdir, "open"), bundles, stage: "dev" });
    new Queue(service, "Open");
    expect(() => app.synth()).toThrow(/does not require requests to use SSL/);
  });

  describe("uploads for the session service's image", () => {
    const context = () => {
      const assets = JSON.parse(readFileSync(join(outdir, "Session.assets.json"), "utf8"));
      const [image] = Object.values(assets.dockerImages) as { source: { directory: string } }[];
      return join(outdir, image?.source.directory ?? "");
    };
    const run = (entry: string) => spawnSync(process.execPath, [entry], { cwd: context(), env: {}, encoding: "utf8" });

    it("what it is made of, and nothing else of the project", () => {
      const all = [".npmrc", "core", "package-lock.json", "package.json", "session-service"];
      expect(readdirSync(context()).sort()).toEqual(all);
      expect(existsSync(join(context(), "session-service/Dockerfile"))).toBe(true);
    });

    it("all the service needs: it starts, and says which variables it misses", () => {
      // In the real image, packages are installed during the build.
      symlinkSync(join(ROOT, "node_modules"), join(context(), "node_modules"));
      const { stdout, status } = run(SESSION_SERVICE.entry);
      expect(stdout).toContain("The environment is not complete: TABLE_NAME");
      expect(status).toBe(1);
    });

    it("its health check, which fails while no service answers", () => {
      const { stderr, status } = run(SESSION_SERVICE.healthEntry);
      expect(stderr).toBe("");
      expect(status).toBe(1);
    });
  });
});
