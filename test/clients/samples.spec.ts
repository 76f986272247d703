import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SendMessageBody } from "../../core/contracts/send-message.ts";
import { newSecret, signatureHeaders } from "../../core/domain/webhooks/signature.ts";
import { eventExample } from "../../functions/api/openapi/webhooks.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { machineTime } from "../support/machine-time.ts";
import { passingFolder } from "../support/passing-folder.ts";
import { type Receiver, type ScriptedAnswer, startReceiver } from "../support/receiver.ts";

const SAMPLES = fileURLToPath(new URL("../../clients/samples/", import.meta.url));
/** Makes Node resolve the installed package's name to the SDK's sources. */
const WITH_SDK = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  const url = ${JSON.stringify(new URL("../../clients/sdk/src/index.ts", import.meta.url))};
  registerHooks({ resolve: (name, context, next) => next(name === "messaging-gateway-sdk" ? url : name, context) });
`)}`;
const [SECRET, OTHER] = [newSecret(new Uint8Array(32).fill(1)), newSecret(new Uint8Array(32).fill(2))];

/** A sample's language: a command that shows whether this machine supports it, and the program to start. */
interface Language {
  probe: [string, string];
  /** Returns the command that starts the sample. */
  prepare(folder: string, port: number): Promise<string[]>;
}

const LANGUAGES: Record<string, Language> = {
  typescript: {
    probe: [process.execPath, "--version"],
    prepare: async () => [process.execPath, "--import", WITH_SDK, `${SAMPLES}typescript/receiver.ts`],
  },
  python: {
    probe: ["python3", "--version"],
    prepare: async () => ["python3", `${SAMPLES}python/receiver.py`],
  },
  php: {
    probe: ["php", "--version"],
    prepare: async (_, port) => ["php", "-S", `127.0.0.1:${port}`, `${SAMPLES}php/receiver.php`],
  },
  go: {
    probe: ["go", "version"],
    async prepare(folder) {
      execFileSync("go", ["build", "-o", `${folder}/receiver`, `${SAMPLES}go/receiver.go`], { stdio: "pipe" });
      return [`${folder}/receiver`];
    },
  },
};

const isHere = ([program, argument]: [string, string]) => spawnSync(program, [argument]).status === 0;
const here = Object.keys(LANGUAGES).filter((name) => isHere(LANGUAGES[name]?.probe ?? ["", ""]));

/** Returns an event with a received message, as the gateway posts it. */
function eventOf(
  id: string,
  body: string | null = " Hours\n",
  type: "message.received" | "message.status" = "message.received",
) {
  const example = eventExample(type);
  return JSON.stringify({ ...example, id, data: { ...example.data, body } });
}

/** Starts a sample. @returns its address, and a function that stops it. */
async function startSample(name: string, api: string): Promise<{ url: string; stop(): void }> {
  const port = await freePort();
  const [program = "", ...args] = (await LANGUAGES[name]?.prepare(passingFolder("sample-"), port)) ?? [];
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, WEBHOOK_SECRET: SECRET, API_URL: api, API_KEY: "key_1", PORT: String(port) };
  const child: ChildProcess = spawn(program, args, { env, stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  await eventually(`the sample in ${name}`, () => {
    if (child.exitCode !== null) throw new Error(`The sample in ${name} ended with ${child.exitCode}.`);
    return fetch(url).then(
      () => true,
      () => false,
    );
  });
  return { url, stop: () => child.kill("SIGKILL") };
}

/** Answers as the API does: the first request with a key sends the message, and a later one sends nothing. */
function takeMessage(sent: Map<string, SendMessageBody>): ScriptedAnswer {
  return ({ path, headers, body }, response) => {
    const key = String(headers["idempotency-key"]);
    if (path !== "/v1/messages" || headers.authorization !== "Bearer key_1") return response.writeHead(401).end();
    const status = sent.has(key) ? 200 : 202;
    if (status === 202) sent.set(key, SendMessageBody.parse(JSON.parse(body)));
    const { data } = eventExample("message.received");
    return response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify({ data }));
  };
}

describe("the samples", () => {
  it("are those that this file knows, and those of languages that this machine lacks are named", () => {
    const missing = Object.keys(LANGUAGES).filter((name) => !here.includes(name));
    console.info(`Samples not run, because this machine lacks their language: ${missing.join(", ") || "none"}`);
    const folders = readdirSync(SAMPLES).filter((name) => statSync(SAMPLES + name).isDirectory());
    expect(folders).toEqual(Object.keys(LANGUAGES).toSorted());
    expect(here).toContain("typescript");
  });

  it("are said to be run as they are run here", () => {
    const readme = readFileSync(`${SAMPLES}README.md`, "utf8");
    for (const name of ["WEBHOOK_SECRET", "API_URL", "API_KEY", "PORT"]) expect(readme).toContain(`| \`${name}\` |`);
    for (const name of ["node receiver.ts", "python3 receiver.py", "php -S", "go run receiver.go"])
      expect(readme).toContain(name);
  });
});

describe.each(here)("the sample in %s", (name) => {
  let api: Receiver;
  let sample: { url: string; stop(): void };
  let sent: Map<string, SendMessageBody>;
  beforeAll(async () => {
    api = await startReceiver();
    sample = await startSample(name, new URL(api.url).origin);
  });
  afterAll(async () => {
    sample?.stop();
    await api?.stop();
  });
  beforeEach(() => {
    sent = new Map();
    api.requests.length = 0;
    api.respondWith(takeMessage(sent));
  });

  /** Posts an event and returns the status of the sample's response. */
  async function post(id: string, given: { body?: string; signed?: string; agoSec?: number; secrets?: string[] } = {}) {
    const { body = eventOf(id), signed = body, agoSec = 0, secrets = [SECRET] } = given;
    const at = new Date(machineTime().getTime() - agoSec * 1_000);
    const headers = { ...signatureHeaders({ id, at, body: signed, secrets }), "Content-Type": "application/json" };
    return (await fetch(sample.url, { method: "POST", headers, body })).status;
  }

  it("answers the message of a rightly signed event in its chat", async () => {
    expect(await post("evt_1")).toBe(204);
    const { instance_id, chat_id } = eventExample("message.received").data as Record<string, string>;
    expect([...sent]).toEqual([["answer-evt_1", { instance_id, chat_id, text: "We are open from 9 to 18 h." }]]);
  });

  it("answers an event that is posted twice once", async () => {
    expect([await post("evt_1"), await post("evt_1")]).toEqual([204, 204]);
    expect([...sent.keys()]).toEqual(["answer-evt_1"]);
  });

  it("takes an event with two signatures, whichever of them is its own secret's, and one that was long on its way", async () => {
    expect(await post("evt_1", { secrets: [OTHER, SECRET] })).toBe(204);
    expect(await post("evt_2", { secrets: [SECRET, OTHER] })).toBe(204);
    expect(await post("evt_3", { agoSec: 200 })).toBe(204);
    expect([...sent.keys()]).toEqual(["answer-evt_1", "answer-evt_2", "answer-evt_3"]);
  });

  it.each([
    ["signed with another secret", { secrets: [OTHER] }],
    ["with two signatures of other secrets", { secrets: [OTHER, OTHER] }],
    ["without a signature", { secrets: [] }],
    ["whose body was changed", { signed: eventOf("evt_1", "hours please") }],
    ["that is too old", { agoSec: 310 }],
    ["of the future", { agoSec: -400 }],
  ])("refuses an event %s and sends nothing", async (_, given) => {
    expect(await post("evt_1", given)).toBe(401);
    expect(api.requests).toEqual([]);
  });

  it("refuses a post without the headers, and what is no post", async () => {
    const bare = await fetch(sample.url, { method: "POST", body: eventOf("evt_1") });
    expect([bare.status, (await fetch(sample.url)).ok]).toEqual([401, false]);
    expect(api.requests).toEqual([]);
  });

  it("answers no other message, not even its own, and no other event", async () => {
    for (const body of ["Hello", "We are open from 9 to 18 h.", "", null])
      expect(await post("evt_1", { body: eventOf("evt_1", body) })).toBe(204);
    expect(await post("evt_2", { body: eventOf("evt_2", "hours", "message.status") })).toBe(204);
    expect(api.requests).toEqual([]);
  });

  it.each<[string, ScriptedAnswer]>([
    ["is not available", 503],
    ["wants to be asked later", { status: 429, headers: { "Retry-After": "60" } }],
    ["refuses the key", 401],
    ["breaks off", "reset"],
    ["leads elsewhere", { status: 302, headers: { Location: "/elsewhere" } }],
  ])("wants an event again if the API %s, and then answers it once", async (_, failure) => {
    api.respondWith(failure, takeMessage(sent));
    expect([await post("evt_1"), await post("evt_1"), await post("evt_1")]).toEqual([503, 204, 204]);
    expect([...sent.keys()]).toEqual(["answer-evt_1"]);
    expect(api.requests.map(({ path }) => path)).toEqual(["/v1/messages", "/v1/messages", "/v1/messages"]);
  });

  it("does not want an event again that the API will always refuse", async () => {
    api.respondWith({
      status: 422,
      headers: { "Content-Type": "application/json" },
      body: '{"code":"validation_failed"}',
    });
    expect(await post("evt_1")).toBe(204);
    expect(api.requests.length).toBe(1);
  });
});
