import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";

const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/** The shell lines of one part of the README, in order. */
function shellLines(heading: string): string {
  const part = README.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return [...part.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1]).join("\n");
}

describe("the README", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway(folder.path, { PACE: "1" });
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  it("'Your first message in five minutes' works as printed", async () => {
    const script = shellLines("Your first message in five minutes")
      .replaceAll("http://127.0.0.1:8080", gateway.baseUrl)
      .replaceAll("http://127.0.0.1:8090", gateway.sandboxUrl)
      .replaceAll(".data/gateway.json", `${folder.path}/gateway.json`);

    const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script]);

    expect(stdout).toContain("Are you open today?");
    expect(stdout).toContain("Yes, from 9 to 18 h");
    expect(stdout).toMatch(/"status":\s*"(sent|delivered)"/);
    expect(stdout).toMatch(/"secret":\s*"whsec_/);
    expect(stdout).not.toMatch(/^\{"message":/m); // no error answer
  });

  it("names the command that continuous integration runs", () => {
    const script = readFileSync(new URL("../../.ci/run", import.meta.url), "utf8");
    const commands = script.split("\n").filter((line) => line.startsWith("npm"));

    expect(commands).toEqual(["npm ci && npm test"]);
    expect(shellLines("Two commands")).toContain("npm ci && npm test");
  });
});
