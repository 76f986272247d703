import { execFile, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addressOf, type SampledDocument } from "../../build/reference/samples/sampled-request.ts";
import { SAMPLE_LANGUAGES, sampledRequests } from "../../build/reference/samples/with-samples.ts";
import { passingFolder } from "../support/passing-folder.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

const ROOT = new URL("../../", import.meta.url);
const DOCUMENT = JSON.parse(readFileSync(new URL("docs/openapi.json", ROOT), "utf8")) as SampledDocument;
const REQUESTS = sampledRequests(DOCUMENT);
const BASE = "https://gateway.invalid";
const KEY = "key_1";
const SDK_IMPORT = 'import { Gateway } from "messaging-gateway-sdk";\n';
const MAX_OUTPUT = 16 * 1024 * 1024;

/** How to run a language's samples in sequence. */
interface Runner {
  program: string;
  file: string;
  /** Joins the samples into a single program. */
  joined(samples: string[]): string;
  /** The status of every response. The SDK recognizes responses that aren't the gateway's, but accepts any refusal. */
  status: number;
}

const RUNNERS: Record<string, Runner> = {
  curl: { program: "bash", file: "samples.sh", joined: (samples) => samples.join("\n"), status: 200 },
  TypeScript: {
    program: process.execPath,
    file: "samples.mjs",
    joined: (samples) =>
      SDK_IMPORT.replace("messaging-gateway-sdk", fileURLToPath(new URL("clients/sdk/src/index.ts", ROOT))) +
      samples.map((one) => `try {\n${one.replace(SDK_IMPORT, "")}\n} catch {}`).join("\n"),
    status: 422,
  },
  Python: { program: "python3", file: "samples.py", joined: (samples) => samples.join("\n"), status: 200 },
  PHP: {
    program: "php",
    file: "samples.php",
    joined: (samples) => `<?php\n${samples.map((one) => one.replace("<?php\n", "")).join("\n")}`,
    status: 200,
  },
};

const isHere = (program: string) => spawnSync(program, ["--version"]).status === 0;
const here = Object.keys(RUNNERS).filter(
  (name) => isHere(RUNNERS[name]?.program ?? "") && (name !== "curl" || isHere("curl")),
);

describe("the reference's samples", () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.stop());
  beforeEach(() => void receiver.requests.splice(0));

  it("are in the languages that this file runs, and those that this machine lacks are named", () => {
    const missing = Object.keys(RUNNERS).filter((name) => !here.includes(name));
    console.info(`Samples not run, because this machine lacks their language: ${missing.join(", ") || "none"}`);
    expect(Object.keys(SAMPLE_LANGUAGES)).toEqual(Object.keys(RUNNERS));
    expect(here).toContain("TypeScript");
  });

  it.each(here)("in %s send exactly the described requests", async (name) => {
    const runner = RUNNERS[name];
    const write = SAMPLE_LANGUAGES[name]?.write;
    if (!runner || !write) throw new Error(`${name} is not known.`);
    receiver.respondWith((_, response) => {
      response.writeHead(runner.status, { "Content-Type": "application/json" }).end('{"code":"validation_failed"}');
    });
    const file = join(passingFolder("reference-samples-"), runner.file);
    const program = runner.joined(REQUESTS.map(write)).replaceAll(BASE, new URL(receiver.url).origin);
    writeFileSync(file, program);
    const { PATH, HOME } = process.env;
    await promisify(execFile)(runner.program, [file], { env: { PATH, HOME, API_KEY: KEY }, maxBuffer: MAX_OUTPUT });

    const sent = receiver.requests.map(({ method, path, headers, body }, at) => ({
      request: `${method} ${path}`,
      body: body === "" ? undefined : JSON.parse(body),
      key: headers["idempotency-key"],
      signed: REQUESTS[at]?.isSigned === true ? headers.authorization : undefined,
    }));
    expect(sent).toEqual(
      REQUESTS.map((request) => ({
        request: `${request.method} ${addressOf({ ...request, base: "" })}`,
        body: request.body,
        key: request.key ?? undefined,
        signed: request.isSigned ? `Bearer ${KEY}` : undefined,
      })),
    );
  });
});
