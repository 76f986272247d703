import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ROOT } from "../../../build/bundle.ts";
import { stageConfig } from "../../../lib/config.ts";
import { passingFolder } from "../../support/passing-folder.ts";
import { requireRight } from "../reading-rights.ts";

const folder = passingFolder("gateway-gate-");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const table = (key: string) => ({
  Resources: { Table: { Type: "AWS::DynamoDB::Table", Properties: { KeySchema: [key] } } },
});
const empty = { Resources: {} };

/** Runs the gate on a deployed template and a new template of the data stack. */
function gate(deployed: unknown, next: unknown, ...more: string[]) {
  const [old, out] = [join(folder, "old"), join(folder, "out")];
  for (const path of [old, out]) {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path);
  }
  if (deployed) writeFileSync(join(old, "messaging-gateway-dev-data.json"), JSON.stringify(deployed));
  const artifact = { type: "aws:cloudformation:stack", environment: "aws://unknown-account/unknown-region" };
  const properties = { templateFile: "Data.template.json", stackName: "messaging-gateway-dev-data" };
  writeFileSync(join(out, "manifest.json"), JSON.stringify({ artifacts: { Data: { ...artifact, properties } } }));
  writeFileSync(join(out, "Data.template.json"), JSON.stringify(next));
  const args = ["bin/diff-gate.ts", "--stage", "dev", "--deployed", old, "--synthesised", out, ...more];
  return spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8", env: { PATH: process.env.PATH } });
}

it("exits with 0 when nothing is lost, or nothing is there yet", () => {
  expect(gate(table("pk"), table("pk"))).toMatchObject({ status: 0, stdout: "No data would be lost.\n" });
  expect(gate(null, table("pk"))).toMatchObject({ status: 0, stdout: 'The stage "dev" has not been deployed yet.\n' });
});

it("exits with 1 and a sentence for each change when something would be", () => {
  const { status, stderr } = gate(table("pk"), table("other"));
  expect(status).toBe(1);
  expect(stderr).toContain("Refused: the table Table would be replaced by an empty one, because of KeySchema.");
  expect(gate(table("pk"), table("other"), "--allow", "Table").status).toBe(0);
});

it("exits with 2 when it can't compare: no template, another stage's, no stage", () => {
  expect(gate(table("pk"), empty, "--stage", "prod")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('has no templates for the stage "prod". Create them first'),
  });
  expect(gate({ no: "template" }, table("pk")).status).toBe(2);
  expect(gate(null, empty, "--stage", "").stderr).toContain("--stage is missing");
});

/** Runs the gate with a stand-in for the `aws` command. */
function gateBeside(aws: string) {
  gate(null, table("pk")); // for its templates
  writeFileSync(join(folder, "aws"), `#!/bin/sh\n${aws}\n`, { mode: 0o755 });
  const args = ["bin/diff-gate.ts", "--stage", "dev", "--synthesised", join(folder, "out")];
  return spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8", env: { PATH: `${folder}:/bin` } });
}

it("asks CloudFormation for what is deployed", () => {
  const printed = JSON.stringify(table("pk"));
  expect(gateBeside(`[ "$4" = messaging-gateway-dev-data ] && echo '${printed}'`).stdout).toBe(
    "No data would be lost.\n",
  );
  expect(gateBeside(`echo '${JSON.stringify(table("other"))}'`).status).toBe(1);
  const missing =
    "echo 'An error occurred (ValidationError): Stack with id messaging-gateway-dev-data does not exist' >&2; exit 254";
  expect(gateBeside(missing).stdout).toBe('The stage "dev" has not been deployed yet.\n');
});

it("asks AWS for nothing but templates of the stage, which the policy that the doctor prints permits", () => {
  const log = join(folder, "asked");
  gateBeside(`echo "$@" >> ${log}; echo '${JSON.stringify(table("pk"))}'`);
  const asked = readFileSync(log, "utf8").trim().split("\n");
  for (const line of asked) {
    const [, StackName] = /^cloudformation get-template --stack-name (\S+) /.exec(line) ?? [];
    expect(requireRight(stageConfig("dev"), "GetTemplate", { StackName })).toBe("cloudformation:GetTemplate");
  }
});

it("exits with 2 when CloudFormation can't be asked, for that is no consent", () => {
  const { status, stderr } = gateBeside("echo 'Unable to locate credentials' >&2; exit 253");
  expect(status).toBe(2);
  expect(stderr).toContain(
    "CloudFormation could not be asked for the template of messaging-gateway-dev-data: Unable to locate credentials",
  );
});

it("exits with 2 and says so when there is no aws command", () => {
  gate(null, table("pk")); // for its templates
  const args = ["bin/diff-gate.ts", "--stage", "dev", "--synthesised", join(folder, "out")];
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: "utf8",
    env: { PATH: join(folder, "out") }, // a folder without programs
  });
  expect(status).toBe(2);
  expect(stderr).toContain("messaging-gateway-dev-data: the aws command is not installed here.");
});
