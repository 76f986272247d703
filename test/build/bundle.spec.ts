import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  BUNDLE_LIMIT_BYTES,
  type Bundle,
  bundleHandlers,
  LARGER_BUNDLES,
  PANEL_BUNDLE_LIMIT_BYTES,
  ROOT,
} from "../../build/bundle.ts";
import { canBeTwice, LATER_FILES, laterName } from "../../build/later-files.ts";
import { PANEL_API, PANEL_ROUTES } from "../../core/contracts/panel/panel-routes.ts";
import { ROUTES } from "../../core/contracts/routes.ts";
import { SendMessageBody } from "../../core/contracts/send-message.ts";
import { isInternationalNumber } from "../../core/domain/messages/phone-number.ts";
import { ALL_FUNCTIONS, API_FUNCTIONS, envNames, FUNCTIONS, PANEL_FUNCTIONS } from "../../lib/wiring.ts";
import { runBundle, withServer } from "../lib/run-bundle.ts";
import { sharedBundles } from "../lib/shared-bundles.ts";
import { passingFolder } from "../support/passing-folder.ts";

const ALL = ALL_FUNCTIONS;
const folder = passingFolder("gateway-bundles-");
let bundles: Bundle[] = [];

beforeAll(async () => {
  bundles = await sharedBundles();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bundleOf = (name: string): Bundle => {
  const found = bundles.find((bundle) => bundle.name === name);
  if (!found) throw new Error(`There is no bundle ${name}.`);
  return found;
};

describe("the bundle of", () => {
  it.each(ALL)("$name is one file, no larger than the limit, and those that it loads later", (wiring) => {
    const { folder: own, sizeBytes, later } = bundleOf(wiring.name);
    expect(readdirSync(own).toSorted()).toEqual(["index.mjs", ...later.map(({ file }) => file)].toSorted());
    const usual = PANEL_FUNCTIONS.includes(wiring) ? PANEL_BUNDLE_LIMIT_BYTES : BUNDLE_LIMIT_BYTES;
    expect(sizeBytes).toBeLessThanOrEqual(LARGER_BUNDLES[wiring.name] ?? usual);
  });

  it.each(ALL)(
    "$name holds nothing of one machine, of the panel's pages, of the stacks or of the tests",
    ({ name }) => {
      const foreign = /^(local|panel|lib|bin|test)(\/|$)|^(oidc-provider|react|react-dom|vite|playwright|aws-cdk)/;
      const { contents, later } = bundleOf(name);
      const all = [...contents, ...later.flatMap((file) => file.contents)];
      expect(all.filter(({ what }) => foreign.test(what))).toEqual([]);
    },
  );

  it.each(ALL)("$name loads by itself, without the environment, and exports a handler", async ({ name }) => {
    const run = await runBundle(bundleOf(name), "console.log(typeof bundle.handler)", {});
    expect(run).toEqual({ printed: "function\n", exitCode: 0 });
  });
});

/**
 * The most schemas that a function of the API may make when it loads. Each takes 10 to 20 µs of every cold start. A
 * function that makes more of them makes some that it doesn't need: those of responses, or of another function.
 */
const SCHEMAS_AT_LOAD = 350;

describe("when it loads, the bundle of", () => {
  const functions = API_FUNCTIONS.filter(({ wholeSchemas }) => !wholeSchemas);

  it.each(functions)("$name makes no more schemas than its requests need", async ({ name }) => {
    const url = JSON.stringify(pathToFileURL(join(bundleOf(name).folder, "index.mjs")).href);
    // zod calls this for each schema.
    const script = `
      let made = 0;
      globalThis.__zod_globalConfig = { postProcessor: () => void made++ };
      await import(${url} + "?counted");
      process.stdout.write(String(made));`;
    // Any bundle can run the script. The one that is counted is loaded a second time.
    const { printed } = await runBundle(bundleOf("api-not-found"), script, {});
    expect(Number(printed)).toBeGreaterThan(0);
    expect(Number(printed)).toBeLessThanOrEqual(SCHEMAS_AT_LOAD);
  });

  it.each(functions)(
    "$name holds no descriptions of responses, except the packed ones of the document itself",
    ({ name }) => {
      const text = readFileSync(join(bundleOf(name).folder, "index.mjs"), "utf8");
      const { paths } = JSON.parse(readFileSync(join(ROOT, "docs/openapi.json"), "utf8")) as OpenApi;
      const described = Object.values(paths).flatMap((methods) =>
        Object.values(methods).flatMap(({ responses }) =>
          // Those of errors are also what the errors say.
          Object.entries(responses ?? {}).flatMap(([status, { description }]) =>
            status < "4" ? [description ?? ""] : [],
          ),
        ),
      );
      const sentences = [...new Set(described)].filter((one) => one.length > 20);
      expect(sentences.length).toBeGreaterThan(50);
      expect(sentences.filter((one) => text.includes(one))).toEqual([]);
    },
  );
});

/** The part of the OpenAPI document that holds the descriptions of responses. */
interface OpenApi {
  paths: Record<string, Record<string, { responses?: Record<string, { description?: string }> }>>;
}

it("has a limit of its own only where it is larger than the others may be", () => {
  const small = Object.keys(LARGER_BUNDLES).filter((name) => bundleOf(name).sizeBytes <= BUNDLE_LIMIT_BYTES);
  expect(small).toEqual([]);
});

it("loads later exactly the files that are listed for it", () => {
  const loaded = new Set(bundles.flatMap(({ later }) => later.map(({ file }) => file)));
  expect([...loaded].toSorted()).toEqual(LATER_FILES.map(laterName).toSorted());
});

it("lets a source be in a bundle and in a file that is loaded later only if its copies are the same", () => {
  const isAllowed = (path: string) => canBeTwice(readFileSync(join(ROOT, path), "utf8"));
  expect(isAllowed("core/domain/trim-end.ts")).toBe(true);
  expect(isAllowed("core/errors.ts"), "it has a class").toBe(false);
  expect(isAllowed("core/aws/aws-client.ts"), "it holds the host's choice").toBe(false);
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

  it("says so when a setting asks for an address that was left out", async () => {
    const credentials = { AWS_ACCESS_KEY_ID: "AKIDFROMLAMBDA", AWS_SECRET_ACCESS_KEY: "x" };
    const seen = await withServer(400, refusal, async (url) => {
      const run = await runBundle(bundleOf("sweep-lanes"), CALL_HANDLER, {
        ...environment,
        ...credentials,
        AWS_ENDPOINT_URL: url,
        AWS_USE_FIPS_ENDPOINT: "true",
      });
      expect(run.printed).toContain("no FIPS, dual-stack, account or global endpoints");
    });
    expect(seen).toEqual([]);
  });
});

/** Bundles one of our own modules as if it were a function. */
async function moduleBundle(name: string, entry: string): Promise<Bundle> {
  const [first] = FUNCTIONS;
  const [bundle] = await bundleHandlers(join(folder, name), [{ ...first!, name, entry }]);
  return bundle!;
}

describe("what is left out of a bundle is not missed", () => {
  it("when it posts to a webhook", async () => {
    const bundle = await moduleBundle("post", "core/http/guarded-client.ts");
    const seen = await withServer(204, "", async (url) => {
      const script = `
        const log = { info() {}, warn() {}, error() {} };
        const post = bundle.createPost({ allowPrivate: true, log });
        const result = await post({ url: "${url}/hook", headers: { "webhook-id": "evt_1" }, body: "{}" });
        console.log(JSON.stringify(result));`;
      const run = await runBundle(bundle, script, {});
      expect(JSON.parse(run.printed)).toEqual({ status: 204, error: null });
    });
    expect(seen).toMatchObject([{ method: "POST", body: "{}", headers: { "webhook-id": "evt_1" } }]);
  });

  it("when it mails through SES", async () => {
    const bundle = await moduleBundle("mail", "functions/ses-mail.ts");
    const seen = await withServer(200, '{"MessageId":"1"}', async (url) => {
      const script = `
        const mail = bundle.sesMail("no-reply@example.com");
        await mail.send({ id: "1", to: ["ana@example.com"], subject: "Olá", text: "Hi", at: new Date(0) });`;
      const credentials = { AWS_ACCESS_KEY_ID: "AKIDFROMLAMBDA", AWS_SECRET_ACCESS_KEY: "x" };
      const run = await runBundle(bundle, script, {
        ...credentials,
        AWS_REGION: "eu-central-1",
        AWS_ENDPOINT_URL: url,
      });
      expect(run.exitCode).toBe(0);
    });
    expect(seen).toMatchObject([{ method: "POST", body: expect.stringContaining('"ana@example.com"') }]);
  });

  it("when it checks phone numbers", async () => {
    const bundle = await moduleBundle("phone", "core/domain/messages/phone-number.ts");
    const numbers = ["5511999990001", "15550001111", "5215512345678", "447400123456", "80012345678", "7840123456"];
    const others = ["999123456789", "1555", "55119999", "5511999990001000", "61", "x"];
    const script = `console.log(JSON.stringify(${JSON.stringify([...numbers, ...others])}.map(bundle.isInternationalNumber)))`;
    const run = await runBundle(bundle, script, {});
    expect(JSON.parse(run.printed)).toEqual([...numbers, ...others].map(isInternationalNumber));
    expect(JSON.parse(run.printed)).toContain(true);
    expect(JSON.parse(run.printed)).toContain(false);
  });

  it("when it checks a request's fields", async () => {
    const bundle = await moduleBundle("fields", "core/contracts/send-message.ts");
    const script = `
      const { success, error } = bundle.SendMessageBody.safeParse({ instance_id: 5, text: "" });
      console.log(JSON.stringify({ success, fields: error.issues.map(({ path }) => path[0]) }));`;
    const run = await runBundle(bundle, script, {});
    const { success, error } = SendMessageBody.safeParse({ instance_id: 5, text: "" });
    expect(JSON.parse(run.printed)).toEqual({ success, fields: error?.issues.map(({ path }) => path[0]) });
  });

  it("when it makes a model's answer ready for sending", async () => {
    const bundle = await moduleBundle("ask", "core/operations/answers/ask-agent.ts");
    const script = `
      const answer = async () => ({ kind: "answered", text: '{"reply":"**Hi**","handover":false}', is_cut: false });
      const agent = { instructions: "", knowledge: "", hours: null, provider: "openai", model: "m" };
      const turn = { agent, instance: { id: "inst_1" }, found: { person: "1" }, state: { handed_over_at: null } };
      const deps = { clock: { now: () => new Date(0) }, providers: { answer } };
      const asked = { key: "k", messages: [], until: new Date(0) };
      console.log(JSON.stringify(await bundle.askAbout(deps, { ...turn, on: { zone: "UTC" } }, asked)));`;
    const run = await runBundle(bundle, script, {});
    expect(JSON.parse(run.printed)).toMatchObject({ kind: "reply", text: "*Hi*" });
    expect(bundle.later.map(({ file }) => file)).toEqual(["agent-reply.mjs"]);
  });

  it("when it writes a line to the log", async () => {
    const bundle = await moduleBundle("log", "core/log.ts");
    const run = await runBundle(bundle, `bundle.createLog("api").warn({ n: 1, secret: "s" }, "done")`, {});
    expect(JSON.parse(run.printed)).toMatchObject({
      level: "warn",
      name: "api",
      n: 1,
      secret: "[Redacted]",
      msg: "done",
    });
  });
});

it("holds what signs people in, in the one function that does", () => {
  const holders = bundles.filter(({ contents }) => contents.some(({ what }) => what === "openid-client"));
  expect(holders.map(({ name }) => name)).toEqual(SIGN_IN);
});

describe("a bundled function of the API", () => {
  const request = (method: string, path: string) => ({
    version: "2.0",
    rawPath: path,
    rawQueryString: "",
    headers: {},
    isBase64Encoded: false,
    requestContext: {
      domainName: "api.example.com",
      requestId: "1",
      http: { method, path, sourceIp: "198.51.100.1" },
    },
  });

  it.each(PANEL_FUNCTIONS)("$name answers from what it carries", async ({ name, uses, trigger }) => {
    const environment = {
      ...Object.fromEntries(envNames(uses).map((variable) => [variable, "1"])),
      AWS_REGION: "eu-central-1",
    };
    const read = Object.values(PANEL_ROUTES).flatMap(({ method, path }) =>
      method === "GET" ? [PANEL_API + path] : [],
    );
    const path =
      (trigger.kind === "http_paths" ? trigger.paths : []).find((one) => read.includes(one)) ?? "/panel-api/me";
    const script = `
      const answer = await bundle.handler(${JSON.stringify(request("GET", path))}, {});
      process.stdout.write(JSON.stringify(answer));`;
    const { statusCode, body } = JSON.parse((await runBundle(bundleOf(name), script, environment)).printed);
    // Users have no session before they sign in, so the sign-in function doesn't serve this address.
    const expected = name === "panel-session" ? [404, "not_found"] : [401, "unauthenticated"];
    expect([statusCode, JSON.parse(body).code]).toEqual(expected);
  });

  it.each(API_FUNCTIONS)("$name answers from what it carries", async ({ name, uses, trigger }) => {
    const environment = {
      ...Object.fromEntries(envNames(uses).map((variable) => [variable, "1"])),
      AWS_REGION: "eu-central-1",
    };
    const [id] = trigger.kind === "http" ? trigger.routes : [];
    const [path] = trigger.kind === "http_paths" ? trigger.paths : [];
    const asked = id
      ? request(ROUTES[id].method, ROUTES[id].path)
      : path
        ? request("POST", path)
        : request("GET", "/nowhere");
    const script = `
      const answer = await bundle.handler(${JSON.stringify(asked)}, {});
      process.stdout.write(JSON.stringify(answer));`;
    const { statusCode, body } = JSON.parse((await runBundle(bundleOf(name), script, environment)).printed);

    if (name === "api-openapi") {
      const kept = JSON.parse(readFileSync(join(ROOT, "docs/openapi.json"), "utf8"));
      expect(statusCode).toBe(200);
      expect(JSON.parse(body)).toEqual({ ...kept, servers: [{ url: "https://api.example.com" }] });
    } else {
      // An invalid link is refused before anything is queried.
      const isOpen = ["api-not-found", "api-files"].includes(name);
      const expected = isOpen ? [404, "not_found"] : [401, "unauthenticated"];
      expect([statusCode, JSON.parse(body).code]).toEqual(expected);
    }
  });
});

/** The function that sends requests to the sign-in provider, if it exists. */
const SIGN_IN = PANEL_FUNCTIONS.map(({ name }) => name).filter((name) => name === "panel-session");

/** A script that calls the handler without input and prints why it failed. */
const CALL_HANDLER = `await bundle.handler({}, {}).catch((error) => console.log(error.message));`;
