import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { API_FUNCTIONS } from "../../lib/api-functions.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { commandFile, runAdmin } from "../support/operator-command.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * The number of functions that answer a GET before checking for a key: those for the description, files, assistants,
 * and unknown paths.
 */
const WITHOUT_KEY = 4;

interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the operator's command the way a pipeline does. */
async function smoke(args: string[], env: Record<string, string> = {}): Promise<Run> {
  const file = await commandFile("bin/smoke.ts");
  const options = { cwd: ROOT, env: { PATH: process.env.PATH, ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...args], options, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
    );
  });
}

describe("npm run smoke", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway(folder.path, { EPHEMERAL: "1", PANEL: "1" });
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  it("says of each thing that it works, and exits with 0", async () => {
    const { code, stdout, stderr } = await smoke(["--url", gateway.baseUrl], { SMOKE_KEY: gateway.apiKey });
    expect(stderr).toBe("");
    // The canary's three checks, plus one check for each function.
    expect(stdout.match(/^works: /gm)).toHaveLength(3 + API_FUNCTIONS.length);
    for (const { name } of API_FUNCTIONS) expect(stdout).toMatch(new RegExp(`^works: GET /\\S+ of ${name}$`, "m"));
    expect(code).toBe(0);
  });

  it("needs no more than a key that reads, and no AWS credentials: it gets none here", async () => {
    const words = ["key", "create", "--kind", "read"];
    const made = await runAdmin(words, { PATH: process.env.PATH, DATA_DIR: folder.path });
    const { code, stderr } = await smoke(["--url", gateway.baseUrl], { SMOKE_KEY: JSON.parse(made.stdout).key });
    expect([stderr, code]).toEqual(["", 0]);
  });

  it("takes the key as an option, too, and prints it nowhere", async () => {
    const { code, stdout } = await smoke(["--url", `${gateway.baseUrl}/`, "--key", gateway.apiKey]);
    expect(code).toBe(0);
    expect(stdout).not.toContain(gateway.apiKey);
  });

  it("says what was left out without a key, and asks each function all the same", async () => {
    const { code, stdout, stderr } = await smoke(["--url", gateway.baseUrl]);
    expect(stderr).toBe("");
    expect(stdout.match(/^works: /gm)).toHaveLength(2 + API_FUNCTIONS.length);
    expect(stdout).toContain("Without a key, nothing was read from the table");
    expect(code).toBe(0);
  });

  it("looks at the panel, too, when its address is given: its page, its functions, the reference and where signing in leads", async () => {
    const { code, stdout, stderr } = await smoke(["--url", gateway.baseUrl, "--panel", gateway.panelUrl]);
    expect([stderr, code]).toEqual(["", 0]);
    expect(stdout.match(/^works: .*(panel|reference|signing in|not a page)/gm)).toHaveLength(7);
  });

  it("exits with 1 when something does not work, after it has looked at everything", async () => {
    const { code, stdout, stderr } = await smoke(["--url", gateway.baseUrl, "--key", "mgw_wrong"]);
    expect(stdout.match(/^works: /gm)).toHaveLength(2 + WITHOUT_KEY);
    expect(stderr.match(/^does not work: /gm)).toHaveLength(1 + API_FUNCTIONS.length - WITHOUT_KEY);
    expect(stderr).toContain("responded with 401 (unauthenticated) instead of 200");
    expect(code).toBe(1);
  });

  it("exits with 1 when somebody else answers", async () => {
    const other = createServer((_, response) => response.end("hello"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const port = typeof address === "object" ? address?.port : 0;
    const { code, stderr } = await smoke(["--url", `http://127.0.0.1:${port}`]);
    other.close();
    expect(stderr.match(/^does not work: /gm)).toHaveLength(2 + API_FUNCTIONS.length);
    expect(code).toBe(1);
  });

  it("exits with 2 and says so when no address is given", async () => {
    const { code, stderr } = await smoke([]);
    expect(stderr).toContain("--url is missing");
    expect(code).toBe(2);
  });
});
