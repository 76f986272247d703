import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import { DecryptCommand, KMSClient } from "@aws-sdk/client-kms";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dynamoTable } from "../../core/aws/dynamo-table.ts";
import { kmsVault } from "../../core/aws/kms-vault.ts";
import { randomIds } from "../../core/aws/random-ids.ts";
import { createLog } from "../../core/log.ts";
import { keys } from "../../core/store/keys.ts";
import type { Item } from "../../core/store/table.ts";
import { systemClock } from "../../functions/runtime.ts";
import { keyRows } from "../../session-service/baileys/keys/key-rows.ts";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { inbox, linkNumber } from "../support/linked-number.ts";
import { runAdmin } from "../support/operator-command.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

type Json = Record<string, unknown>;

const SHOP = "5511988880000";
const ANA = "5511977770001";
/** One text is written by Ana, and the other is written to her. Both must reach the other side but never a log. */
const SAID = [
  "What Ana said to the shop",
  "What the shop said to Ana",
  "What Ana said later",
  "What is on the picture",
];
/**
 * Names that people choose, saved names, and labels. Everyone who can read the chats sees them, but they must not
 * appear in a log.
 */
const NAMES = {
  shown: "The name Ana shows",
  on_phone: "The name of Ana on the phone",
  by_request: "The name of Ana by request",
  label: "The name of a label",
};
const HEADER_VALUE = "value-of-the-auth-header-0d9f3c";
const REFUSED_VALUE = "value-of-a-refused-header-77aa10";
/** A key that the stand-in for AI providers accepts, and a key that is refused before the provider is called. */
const AI_KEYS = ["sk-demo-of-a-customer-5fe10b77", "sk-ant-of-nobody-3d20c9aa"];
const URL_PASSWORD = "password-in-a-url-5b1e";
/**
 * A token of the kind often found in webhook and file URLs. Everyone who can read the URLs sees it, but it must not
 * appear in a log.
 */
const URL_TOKEN = "token-in-a-url-91ce4f";
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Runs a real gateway through a day's work, then searches everything it has printed, sent, and stored. */
describe("secrets", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let receiver: Receiver;
  /**
   * Every answer from the API, including headers. Answers that reveal a new secret are stored separately, in `shown`.
   */
  const answers: string[] = [];
  const shown: string[] = [];
  const webhookSecrets: string[] = [];
  const otherKeys: string[] = [];
  let table: Item[];
  let events: string;
  /** Secrets that the test finds by unsealing everything sealed in the table. */
  const opened: Record<"pepper" | "data keys" | "private keys", Buffer[]> = {
    pepper: [],
    "data keys": [],
    "private keys": [],
  };

  async function call(method: string, path: string, body?: unknown, key = gateway.apiKey) {
    const response = await fetch(`${gateway.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = (text ? JSON.parse(text) : {}) as { data?: Json; code?: string };
    const isNewSecret = json.data?.secret !== undefined;
    (isNewSecret ? shown : answers).push(`${path} ${JSON.stringify([...response.headers])} ${text}`);
    if (isNewSecret) webhookSecrets.push(String(json.data?.secret));
    return { status: response.status, body: json };
  }

  async function admin(...words: string[]): Promise<Json> {
    const { stdout } = await runAdmin(words, { ...process.env, DATA_DIR: folder.path });
    return JSON.parse(stdout) as Json;
  }

  /** Texts and names in chats from before the number was linked. */
  const past: string[] = [];
  let isRefusing = false;

  async function workWithChats(instance: string): Promise<void> {
    const base = `/v1/instances/${instance}`;
    await gateway.sandbox("PUT", `/phones/${SHOP}/contacts/${ANA}`, { name: NAMES.on_phone });
    const contact = `${base}/contacts/${ANA}`;
    await eventually("the saved name", async () => {
      const { body } = await call("GET", contact);
      return body.data?.name === NAMES.on_phone;
    });
    await call("PATCH", contact, { name: NAMES.by_request });
    const label = await call("POST", `${base}/labels`, { name: NAMES.label, color: 3 });
    await call("POST", `${base}/labels`, { name: NAMES.label, color: 3 }); // there is one already
    await call("PUT", `${base}/chats/${ANA}/labels`, { label_ids: [label.body.data?.id] });
    await call("PATCH", `${base}/chats/${ANA}`, { archived: true, handled_by: "team" });
    await call("POST", `${base}/chats/${ANA}/read`);
    for (const path of ["contacts", "labels", `chats/${ANA}`, `chats/${ANA}/history`])
      await call("GET", `${base}/${path}`);
    for (const phone of pastPhones) {
      await eventually("the past", async () => {
        const { body } = await call("GET", `${base}/chats/${phone}/history`);
        const texts = (body.data as unknown as Json[] | undefined)?.map((message) => String(message.body)) ?? [];
        past.push(...texts);
        return texts.length > 0;
      });
    }
    await call("GET", `/v1/chats?search=${encodeURIComponent(NAMES.by_request)}`);
  }
  let pastPhones: string[] = [];

  async function dayOfWork(): Promise<void> {
    receiver.respondWith(({ path }, response) => {
      response.writeHead(path.includes(".pdf") ? 404 : isRefusing ? 500 : 200).end();
    });
    for (const kind of ["send", "read"]) otherKeys.push(String((await admin("key", "create", "--kind", kind)).key));
    const auth_header = { name: "X-Receiver-Key", value: HEADER_VALUE };
    const url = `${receiver.url}?token=${URL_TOKEN}`;
    await call("PATCH", "/v1/webhook", { url, auth_header });
    await call("PATCH", "/v1/webhook", { auth_header: { name: "bad name", value: REFUSED_VALUE } });
    await call("PATCH", "/v1/webhook", { url: `https://user:${URL_PASSWORD}@example.com/` });
    await call("POST", "/v1/webhook/secret");
    await gateway.sandbox("POST", "/phones", { phone: SHOP, name: "Shop" });
    const before = { chats: 3, messages_per_chat: 4, days: 1 };
    pastPhones = (await gateway.sandbox<{ phones: string[] }>("POST", `/phones/${SHOP}/history`, before)).body.phones;
    const shop = await linkNumber({ ...gateway, api: recorded }, SHOP);
    await call("PATCH", `/v1/instances/${shop.id}/webhook`, { url: `${url}&own=1`, auth_header });
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: NAMES.shown });

    await write({ text: SAID[0] });
    const reply = await call("POST", "/v1/messages", { instance_id: shop.id, to: ANA, text: SAID[1] });
    const media = { data: PNG, mimetype: "image/png" };
    await call("POST", "/v1/messages", { instance_id: shop.id, to: ANA, text: SAID[3], media });
    const lost = { url: `${receiver.url}/a.pdf?token=${URL_TOKEN}`, mimetype: "application/pdf" };
    const unreachable = await call("POST", "/v1/messages", { instance_id: shop.id, to: ANA, media: lost });
    await eventually("the reply and the picture", async () => {
      const texts = (await inbox(gateway, ANA)).map((message) => String(message.text ?? message.caption));
      return texts.includes(SAID[1] ?? "") && texts.length >= 2;
    });
    await eventually("the message whose file is nowhere to fail", async () => {
      const answer = await call("GET", `/v1/messages/${unreachable.body.data?.id}`);
      return answer.body.data?.status === "failed";
    });

    await workWithChats(shop.id);

    isRefusing = true; // what fails is logged
    await gateway.sandbox("POST", "/faults", { kind: "drop_connections" });
    await write({ text: SAID[2] });
    await eventually("a refused post", () => receiver.requests.some(({ body }) => body.includes(SAID[2] ?? "")));
    await call("PUT", `/v1/messages/${reply.body.data?.id}/reaction`, { emoji: "👍" }, otherKeys[0]);
    await call("GET", "/v1/messages", undefined, otherKeys[1]);
    await call("POST", "/v1/messages", { instance_id: shop.id, to: ANA, text: SAID[1] }, otherKeys[1]); // 403
    await call("GET", "/v1/instances", undefined, `${gateway.apiKey.slice(0, -1)}x`); // 401
    for (const path of ["webhook", "webhook/deliveries", "instances", `instances/${shop.id}/webhook`, "messages"]) {
      await call("GET", `/v1/${path}`);
    }
    await call("POST", `/v1/instances/${shop.id}/stop`);
    await useAgent(`/v1/instances/${shop.id}`);
  }

  async function useAgent(instance: string): Promise<void> {
    const [api_key, refused] = AI_KEYS;
    await call("PATCH", `${instance}/ai-agent`, { enabled: true, api_key, knowledge: SAID[1] });
    await call("PATCH", `${instance}/ai-agent`, { api_key: refused });
    const asked = await call("POST", `${instance}/automations/try`, { text: SAID[1], call: true });
    expect(asked.body.data).toMatchObject({ answered_by: "ai", text: SAID[1] });
    await eventually("the key to be tried", async () => {
      const calls = await fetch(`${gateway.aiUrl}/calls`);
      return (await calls.text()).includes("/v1/models");
    });
    await call("GET", "/v1/activity");
  }

  const recorded = async <T>(method: string, path: string, body?: unknown) => {
    const { status, body: json } = await call(method, path, body);
    return { status, headers: new Headers(), body: json as T };
  };

  /** Has Ana write, even while the shop's connection is being reopened. */
  async function write(message: Json): Promise<void> {
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, ...message });
    await eventually("Ana's message", async () => {
      const list = await call("GET", "/v1/messages?direction=in");
      return JSON.stringify(list.body).includes(String(message.text));
    });
  }

  /** Opens everything sealed with the gateway's own vault, as someone with all its rights could. */
  async function openVault(): Promise<void> {
    const about = JSON.parse(readFileSync(join(folder.path, "gateway.json"), "utf8")) as {
      account_id: string;
      aws_env: Record<string, string>;
    };
    Object.assign(process.env, about.aws_env);
    const { TABLE_NAME = "", KMS_KEY_ID = "" } = about.aws_env;
    const client = new DynamoDBClient({});
    const found = dynamoTable(TABLE_NAME);
    const vault = kmsVault({
      log: createLog("test", "silent"),
      table: found,
      clock: systemClock,
      kmsKeyId: KMS_KEY_ID,
    });
    const places: { pk: string; sk: string }[] = [];
    for await (const page of paginateScan({ client }, { TableName: TABLE_NAME, ProjectionExpression: "pk, sk" })) {
      for (const item of page.Items ?? []) places.push({ pk: item.pk?.S ?? "", sk: item.sk?.S ?? "" });
    }
    table = await found.getMany(places);

    const pepper = await found.get(keys.pepper());
    opened.pepper.push(await vault.open({ account_id: "deployment" }, "pepper|secret", pepper?.sealed as Uint8Array));
    const kms = new KMSClient({});
    for (const item of table.filter(({ sk }) => sk === "DATAKEY")) {
      const [, kind = "", id = ""] = /^(ACC|INST)#(.+)$/.exec(item.pk) ?? [];
      const EncryptionContext: Record<string, string> = { [kind === "ACC" ? "account_id" : "instance_id"]: id };
      const CiphertextBlob = item.wrapped as Uint8Array;
      const { Plaintext } = await kms.send(
        new DecryptCommand({ KeyId: KMS_KEY_ID, CiphertextBlob, EncryptionContext }),
      );
      opened["data keys"].push(Buffer.from(Plaintext ?? []));
    }
    for (const { pk, sk } of table.filter((item) => item.pk.endsWith("#KEYS") && !item.sk.includes(".part#"))) {
      const owner = { account_id: about.account_id, instance_id: pk.split("#")[1] ?? "", fence: 0 };
      const [, category = "", id = ""] = /^([^#]+)#(.*)$/.exec(sk) ?? [];
      const texts = await keyRows({ table: found, vault, ids: randomIds() }, owner).read(category, [id]);
      for (const text of texts.values()) opened["private keys"].push(...privateKeys(JSON.parse(text)));
    }
    found.close();
    client.destroy();
    kms.destroy();
  }

  beforeAll(async () => {
    [gateway, receiver] = await Promise.all([startGateway(folder.path), startReceiver()]);
    await dayOfWork();
    events = await eventually("every event to be visible", async () => {
      const polled = await fetch(`${gateway.baseUrl}/v1/events?limit=100`, {
        headers: { authorization: `Bearer ${gateway.apiKey}` },
      });
      const text = await polled.text();
      return text.includes(SAID[2] ?? "") && text;
    });
    await openVault();
    await gateway.stop();
  });
  afterAll(async () => {
    await gateway?.stop();
    await receiver?.stop();
    folder.remove();
  });

  const webhookPosts = () => receiver.requests.filter(({ method }) => method === "POST");

  /** Returns the places that are searched, in the bytes as stored or sent. */
  function places(): Record<string, Buffer[]> {
    const posts = webhookPosts().map(
      ({ body, headers }) => `${body} ${JSON.stringify({ ...headers, "x-receiver-key": 0 })}`,
    );
    return {
      answers: [Buffer.from(answers.join("\n"))],
      events: [Buffer.from(events)],
      posts: [Buffer.from(posts.join("\n"))],
      log: [Buffer.from(gateway.output())],
      table: table.flatMap((item) => [Buffer.from(JSON.stringify(item, asText)), ...bytesIn(item)]),
      files: filesIn(folder.path).map((path) => readFileSync(path)),
    };
  }

  /** Returns where any of these secrets is found, in any way it can be written. */
  function found(secrets: (string | Buffer)[], except: (place: string, content: Buffer) => boolean = () => false) {
    const needles = secrets.flatMap(writings);
    return Object.entries(places()).flatMap(([place, contents]) =>
      contents
        .filter((content) => needles.some((needle) => content.includes(needle)) && !except(place, content))
        .map((content) => `${place}: ${content.subarray(0, 200).toString("latin1")}`),
    );
  }

  const logLines = () =>
    gateway
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"));

  it("are there to be found: the search sees what is in each place", () => {
    const { log, ...others } = places();
    expect(logLines().length).toBeGreaterThan(3);
    for (const [place, contents] of Object.entries(others)) {
      const isThere = contents.some((content) => content.includes(SHOP) || content.includes("message"));
      expect([place, isThere]).toEqual([place, true]);
    }
    expect(log?.[0]?.length).toBeGreaterThan(100);
    expect(webhookSecrets).toHaveLength(3);
    expect(opened["private keys"].length).toBeGreaterThan(20);
    expect(opened["data keys"].length).toBeGreaterThanOrEqual(3);
  });

  it("API keys: none is anywhere, but the local gateway's own where it is handed to its owner", () => {
    expect(found(otherKeys)).toEqual([]);
    const handed = (place: string, content: Buffer) =>
      (place === "files" && content.length < 10_000 && content.includes(`"api_key": "${gateway.apiKey}"`)) ||
      (place === "log" && !logLines().some((line) => line.includes(gateway.apiKey))); // printed for its owner at the start
    expect(found([gateway.apiKey], handed)).toEqual([]);
  });

  it("the pepper and the unwrapped data keys: nowhere", () => {
    expect(found(opened.pepper)).toEqual([]);
    expect(found(opened["data keys"])).toEqual([]);
  });

  it("the private keys of the linked number: nowhere", () => {
    expect(found(opened["private keys"])).toEqual([]);
  });

  it("webhook secrets: only in the answers that show them once", () => {
    const raw = webhookSecrets.map((secret) => Buffer.from(secret.slice("whsec_".length), "base64"));
    expect(found([...webhookSecrets, ...raw])).toEqual([]);
    expect(shown).toHaveLength(3);
  });

  it("the value of the optional header: only in the posts to its receiver", () => {
    expect(webhookPosts().every(({ headers }) => headers["x-receiver-key"] === HEADER_VALUE)).toBe(true);
    expect(found([HEADER_VALUE])).toEqual([]);
    expect(found([REFUSED_VALUE, URL_PASSWORD])).toEqual([]);
  });

  it("keys of AI providers: nowhere, the refused one too", () => {
    expect(answers.join()).toContain(`"api_key_last4":"${AI_KEYS[0]?.slice(-4)}"`);
    expect(found(AI_KEYS)).toEqual([]);
    expect(found(AI_KEYS.map((key) => Buffer.from(key)))).toEqual([]);
  });

  it("the log has no text, no name, no phone number and no token of an address", () => {
    const log = gateway.output();
    const names = Object.values(NAMES);
    for (const name of names) expect(answers.join(), name).toContain(name);
    expect(past.length).toBeGreaterThanOrEqual(pastPhones.length);
    for (const text of [...SAID, ...names, ...past, ...pastPhones, "Acquaintance", SHOP, ANA, URL_TOKEN]) {
      const line = log.split("\n").find((one) => one.includes(text));
      expect(line, `${text} is in the log`).toBeUndefined();
    }
  });
});

/** Returns a text, or bytes in each way they can be written. */
function writings(secret: string | Buffer): Buffer[] {
  if (typeof secret === "string") return [Buffer.from(secret)];
  const encodings = ["hex", "base64", "base64url"] as const;
  // Padding depends on what comes after; a Buffer in JSON is a list of numbers.
  const texts = encodings.map((encoding) => secret.toString(encoding).replace(/=+$/, ""));
  return [
    secret,
    ...[...texts, secret.toString("hex").toUpperCase(), secret.join(",")].map((text) => Buffer.from(text)),
  ];
}

/** Returns private keys, as named by the session's library, at any depth. */
function privateKeys(value: unknown, name = ""): Buffer[] {
  if (typeof value !== "object" || value === null) return [];
  if ("type" in value && value.type === "Buffer" && "data" in value) {
    return /^priv/i.test(name) && typeof value.data === "string" ? [Buffer.from(value.data, "base64")] : [];
  }
  return Object.entries(value).flatMap(([inner, one]) =>
    typeof one === "string" && /^priv/i.test(inner) ? [Buffer.from(one, "base64")] : privateKeys(one, inner),
  );
}

const asText = (_: string, value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;

function bytesIn(value: unknown): Buffer[] {
  if (value instanceof Uint8Array) return [Buffer.from(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(bytesIn);
}

function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
