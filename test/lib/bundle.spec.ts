import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bundle, bundleHandlers, bundleLimitBytes } from "../../lib/bundle.ts";
import { envNames, FUNCTIONS } from "../../lib/wiring.ts";
import { runBundle, withServer } from "./run-bundle.ts";

const folder = mkdtempSync(join(tmpdir(), "gateway-bundles-"));
let bundles: Bundle[] = [];

beforeAll(async () => {
  bundles = await bundleHandlers(join(folder, "functions"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bundleOf = (name: string): Bundle => {
  const found = bundles.find((bundle) => bundle.name === name);
  if (!found) throw new Error(`There is no bundle ${name}.`);
  return found;
};

describe("the bundle of", () => {
  it.each(FUNCTIONS)("$name is one file, no larger than its limit", ({ name }) => {
    const { folder: own, sizeBytes } = bundleOf(name);
    expect(readdirSync(own)).toEqual(["index.mjs"]);
    expect(sizeBytes).toBeLessThanOrEqual(bundleLimitBytes(name));
  });

  it.each(FUNCTIONS)("$name loads by itself, without the environment, and exports a handler", async ({ name }) => {
    const run = await runBundle(bundleOf(name), "console.log(typeof bundle.handler)", {});
    expect(run).toEqual({ printed: "function\n", exitCode: 0 });
  });
});

it("names every handler that is missing, before anything is bundled", async () => {
  const [first] = FUNCTIONS;
  const absent = ["functions/api/absent/index.ts", "functions/workers/gone.ts"].map((entry) => ({ ...first!, entry }));
  await expect(bundleHandlers(join(folder, "missing"), absent)).rejects.toThrow(
    /do not exist: functions\/api\/absent\/index\.ts, functions\/workers\/gone\.ts/,
  );
});

describe("a bundled AWS client", () => {
  const sweep = FUNCTIONS.filter(({ name }) => name === "sweep-lanes");
  const environment = {
    ...Object.fromEntries(sweep.flatMap(({ uses }) => envNames(uses)).map((name) => [name, "1"])),
    AWS_REGION: "eu-central-1",
  };
  const refusal = JSON.stringify({ __type: "com.amazonaws.dynamodb.v20120810#ValidationException", message: "No." });

  it("signs with the credentials that Lambda puts into the environment", async () => {
    const seen = await withServer(400, refusal, async (url) => {
      const credentials = { AWS_ACCESS_KEY_ID: "AKIDFROMLAMBDA", AWS_SECRET_ACCESS_KEY: "x", AWS_SESSION_TOKEN: "tok" };
      await runBundle(bundleOf("sweep-lanes"), CALL_HANDLER, { ...environment, ...credentials, AWS_ENDPOINT_URL: url });
    });
    expect(seen[0]?.headers).toMatchObject({
      authorization: expect.stringContaining("Credential=AKIDFROMLAMBDA/"),
      "x-amz-security-token": "tok",
    });
  });

  it("says which variables are missing where there are none, instead of looking elsewhere", async () => {
    const seen = await withServer(400, refusal, async (url) => {
      const run = await runBundle(bundleOf("sweep-lanes"), CALL_HANDLER, { ...environment, AWS_ENDPOINT_URL: url });
      expect(run.printed).toContain("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set");
    });
    expect(seen).toEqual([]);
  });
});

it("posts to a webhook with the part of the HTTP client that is left in a bundle", async () => {
  const [worker] = FUNCTIONS;
  const posting = { ...worker!, name: "post", entry: "core/http/guarded-client.ts" };
  const [bundle] = await bundleHandlers(join(folder, "post"), [posting]);
  const seen = await withServer(204, "", async (url) => {
    const script = `
      const log = { info() {}, warn() {}, error() {} };
      const post = bundle.createPost({ allowPrivate: true, log });
      const result = await post({ url: "${url}/hook", headers: { "webhook-id": "evt_1" }, body: "{}" });
      console.log(JSON.stringify(result));`;
    const run = await runBundle(bundle!, script, {});
    expect(JSON.parse(run.printed)).toEqual({ status: 204, error: null });
  });
  expect(seen).toMatchObject([{ method: "POST", body: "{}", headers: { "webhook-id": "evt_1" } }]);
});

/** Calls the handler with nothing and prints why it failed. */
const CALL_HANDLER = `await bundle.handler({}, {}).catch((error) => console.log(error.message));`;
