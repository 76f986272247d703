import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_FUNCTIONS } from "../../../lib/wiring.ts";
import { sharedBundles } from "../../lib/shared-bundles.ts";
import { CookieJar } from "../../local-identity/cookie-jar.ts";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/free-port.ts";
import { type Gateway, startGateway, temporaryFolder } from "../../support/gateway.ts";
import { inbox, linkNumber } from "../../support/linked-number.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { picture, sha256 } from "../../support/sample-files.ts";

type Json = Record<string, unknown>;

const SHOP = "5511988880000";
const ANA = "5511977770001";

/** Routes whose functions can only read the table and count requests. */
const LISTS = ["/v1/events", "/v1/activity"];

/**
 * Functions that this test doesn't start, because it has no mail to admins, no bus, no WebSockets, and no schedule for
 * the canary.
 */
const NOT_STARTED = ["notify-admins", "forward-to-bus", "connect-socket", "follow-streams", "canary"];

/** Creates a menu with this file in its answer. */
const menuWith = (media: Json | undefined) => ({
  enabled: false,
  choices: [{ label: "Prices", outcome: "answer", answer: "As shown.", ...(media && { media }) }],
});

/**
 * Starts functions and sessions as they are deployed. @param without a permission that a role lacks in this run, as
 * `role action`.
 */
async function startDeployed(folder: string, without = ""): Promise<Gateway> {
  const [first] = await sharedBundles();
  const env = { BUNDLES: dirname(first?.folder ?? ""), WITHOUT_RIGHTS: without, PANEL: "1", EPHEMERAL: "1" };
  return startGateway(folder, env, "test/system/deployed/main.ts");
}

/** Signs up a user and resets their password from another browser. @returns the browser that was signed in first. */
async function resetPassword(gateway: Gateway, email: string): Promise<CookieJar> {
  const begun = async () => {
    const jar = new CookieJar(gateway.panelUrl);
    return { jar, at: (await jar.follow("/panel-api/session/sign-in")).path };
  };
  const code = async () => {
    const { body } = await gateway.sandbox<{ text: string }[]>("GET", `/mail?to=${encodeURIComponent(email)}`);
    return /\d{6}/.exec(body[0]?.text ?? "")?.[0] ?? "";
  };
  const [own, other] = [await begun(), await begun()];
  await own.jar.post(`${own.at}/sign-up`, { email, password: "correct horse battery" });
  await own.jar.post(`${own.at}/confirm`, { email, code: await code() });
  expect((await own.jar.go("/panel-api/me")).status).toBe(200);

  await other.jar.post(`${other.at}/forgot`, { email });
  await other.jar.post(`${other.at}/reset`, { email, code: await code(), password: "another long password" });
  return own.jar;
}

/** Tests what customers and their people do, using a deployment's code, variables, and permissions. */
describe("a deployment", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let receiver: Receiver;
  let instance: string;
  /** An image, encoded as base64. */
  let shown: string;

  beforeAll(async () => {
    [gateway, receiver] = await Promise.all([startDeployed(folder.path), startReceiver()]);
    await gateway.api("PATCH", "/v1/webhook", { url: receiver.url });
    await gateway.sandbox("POST", "/phones", { phone: SHOP, name: "Shop", business: true }); // it has labels
    instance = (await linkNumber(gateway, SHOP)).id;
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
    shown = (await picture("jpeg")).toString("base64");
  });
  afterAll(async () => {
    await gateway?.stop();
    await receiver?.stop();
    folder.remove();
  });

  const of = (rest: string) => `/v1/instances/${instance}${rest}`;
  const read = async <T = Json>(path: string) => (await gateway.api<{ data: T }>("GET", path)).body.data;
  const write = (fields: Json) => gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, ...fields });
  const texts = async () => (await inbox(gateway, ANA)).map(({ text }) => String(text));
  const told = (type: string) =>
    receiver.requests
      .map(({ body }) => JSON.parse(body) as { type: string; data: Json & { media: { url: string } | null } })
      .filter((event) => event.type === type)
      .map(({ data }) => data);

  it("sends, receives, and posts events to a webhook", async () => {
    await write({ text: "Is there tea?" });
    await eventually("the event", () => told("message.received").find(({ body }) => body === "Is there tea?"));

    const sent = await gateway.api<{ data: { id: string } }>("POST", "/v1/messages", {
      instance_id: instance,
      to: ANA,
      text: "There is.",
    });

    expect(sent.status).toBe(202);
    await eventually("the message to arrive", async () => (await texts()).includes("There is."));
    expect(await read(`/v1/messages/${sent.body.data.id}`)).toMatchObject({ body: "There is." });
  });

  it("takes files from both sides, and gives them to whoever has their link", async () => {
    const bytes = randomBytes(20_000);
    const media = { data: bytes.toString("base64"), mimetype: "application/pdf", filename: "offer.pdf" };
    await write({ media });
    const { media: shown } = await eventually("the event", () => told("message.received").find((one) => one.media));

    expect(Buffer.from(await (await fetch(shown?.url ?? "")).arrayBuffer()).equals(bytes)).toBe(true);

    const sent = await gateway.api<{ data: { media: { url: string } } }>("POST", "/v1/messages", {
      instance_id: instance,
      to: ANA,
      media,
    });
    const own = await fetch(sent.body.data.media.url);
    expect([sent.status, own.status, Buffer.from(await own.arrayBuffer()).equals(bytes)]).toEqual([202, 200, true]);
    await eventually("the file to arrive", async () => (await inbox(gateway, ANA)).some((one) => one.media));
  });

  it("keeps events and an activity log", async () => {
    for (const path of LISTS) expect([path, (await gateway.api("GET", path)).status]).toEqual([path, 200]);
  });

  it("confirms a phone number by a code", async () => {
    const otp = await gateway.api("POST", "/v1/otps", { instance_id: instance, channel: "code", phone: ANA });

    expect(otp.status).toBe(201);
    await eventually("the code to arrive", async () => (await texts()).some((text) => /\b\d{6}\b/.test(text)));
  });

  it("begins broadcasts, and makes groups", async () => {
    const media = { data: shown, mimetype: "image/jpeg" };
    const body = { instance_id: instance, text: "Fresh tea", media, audience: "recent", language: "en" };
    expect((await gateway.api("POST", "/v1/broadcasts", body)).status).toBe(201);

    const group = await gateway.api<{ data: { id: string } }>("POST", of("/groups"), {
      subject: "Tea",
      participants: [ANA],
      picture: { data: shown },
    });

    expect(group.status).toBe(201);
    expect(await read(of(`/groups/${group.body.data.id}`))).toMatchObject({
      subject: "Tea",
      picture_url: expect.stringMatching(/^http/),
    });
  });

  it("makes labels on its number's phone, and keeps and removes files of menus", async () => {
    expect((await gateway.api("POST", of("/labels"), { name: "Regulars", color: 4 })).status).toBe(201);

    expect((await gateway.api("PUT", of("/menu"), menuWith({ data: shown, mimetype: "image/jpeg" }))).status).toBe(200);
    expect((await gateway.api("PUT", of("/menu"), menuWith(undefined))).status).toBe(200);
  });

  it("takes a proxy for its number, tries it, and leaves by no other way", async () => {
    const closed = { url: "socks5://customer-seven:s3cret-word@127.0.0.1:9" };
    expect((await gateway.api("PATCH", of(""), { proxy: closed })).status).toBe(422); // a port of another protocol
    const proxy = { url: `socks5://customer-seven:s3cret-word@127.0.0.1:${await freePort()}` };
    expect((await gateway.api("PATCH", of(""), { proxy })).body).toMatchObject({ data: { proxy: { last4: "even" } } });
    await eventually("its failure", async () => (await read(of(""))).status_reason === "proxy_unreachable");

    const tried = await gateway.api("POST", of("/proxy/test"));
    expect(tried.body).toMatchObject({
      data: { ok: false, error: expect.stringContaining("not on the public internet") },
    });
    expect((await gateway.api("PATCH", of(""), { proxy: null })).status).toBe(200);
    await eventually("the number to be back", async () => (await read(of(""))).status === "working");
  });

  it.each(["/contacts", "/labels", "/channels", "/statuses", "/profile", "/ai-agent"])(
    "answers what a number has at %s",
    async (path) => {
      expect((await gateway.api("GET", of(path))).status).toBe(200);
    },
  );

  it("answers chats, its description, assistants, and what is at no address", async () => {
    const asked = (method: string, params: Json) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const headers = {
      authorization: `Bearer ${gateway.apiKey}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
    };
    const mcp = (body: string) => fetch(`${gateway.baseUrl}/mcp`, { method: "POST", headers, body });
    const listed = await mcp(asked("tools/list", {}));
    const chat = { name: "read_chat", arguments: { instance_id: instance, chat: ANA } };
    const read = await mcp(asked("tools/call", chat));
    const answers = [
      await gateway.api("GET", "/v1/chats"),
      await gateway.api("GET", "/v1/openapi.json"),
      await gateway.api("GET", "/v1/nowhere"),
    ];

    expect([...answers, listed, read].map(({ status }) => status)).toEqual([200, 200, 404, 200, 200]);
    expect(await listed.text()).toContain("send_message");
    expect(await read.text()).toContain("offer.pdf");
  });

  it("lets people into its panel, to every part of it", async () => {
    const jar = new CookieJar(gateway.panelUrl);
    const { path } = await jar.follow("/panel-api/session/sign-in?to=%2Fchats");
    expect((await jar.post(`${path}/look-around`, {})).path).toBe("/chats");

    const parts = ["/me", "/members", "/v1/chats", "/v1/broadcasts"].map((part) => `/panel-api${part}`);
    for (const part of parts) expect([part, (await jar.go(part)).status]).toEqual([part, 200]);
  });

  it("takes files from its panel's people, large ones by an address of the bucket", async () => {
    const jar = new CookieJar(gateway.panelUrl);
    const { path } = await jar.follow("/panel-api/session/sign-in");
    await jar.post(`${path}/look-around`, {});
    const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
    const ask = (method: string, at: string, body: Json) =>
      jar.go(`/panel-api${at}`, { method, headers, body: JSON.stringify(body) });
    const bytes = Buffer.from(shown, "base64");

    const about = { mimetype: "image/jpeg", filename: "tea.jpg", size_bytes: bytes.length, sha256: sha256(bytes) };
    const upload = (await (await ask("POST", "/uploads", about)).json()) as {
      data: { upload_url: string; headers: Record<string, string> };
    };
    const put = { method: "PUT", headers: upload.data.headers, body: bytes };
    expect((await fetch(upload.data.upload_url, put)).status).toBe(200);

    expect((await ask("PATCH", of("/profile"), { picture: { data: shown } })).status).toBe(200);
    const own = (await (await jar.go(`/panel-api${of("/profile")}`)).json()) as { data: Json };
    expect(own.data.picture_url).toMatch(/^http/);

    const menu = { ...menuWith({ data: shown, mimetype: "image/jpeg" }) };
    for (const body of [menu, menuWith(undefined)]) expect((await ask("PUT", of("/menu"), body)).status).toBe(200);

    const otp = await gateway.api<{ data: { id: string } }>("POST", "/v1/otps", {
      instance_id: instance,
      channel: "link",
    });
    expect((await jar.go(`/panel-api/v1/otps/${otp.body.data.id}`)).status).toBe(200);
  });

  it("ends the sessions of a person who sets a new password", async () => {
    const jar = await resetPassword(gateway, "dora@example.com");

    expect((await jar.go("/panel-api/me")).status).toBe(401);
  });

  it("answers people by an agent", async () => {
    const agent = { enabled: true, api_key: gateway.aiDemoKey, knowledge: "Delivery costs 5 euros.", wait_seconds: 5 };
    expect((await gateway.api("PATCH", of("/ai-agent"), agent)).status).toBe(200);
    await eventually("the key to be tried", async () => (await read(of("/ai-agent"))).state === "on");

    await write({ text: "What does delivery cost?", media: { data: shown, mimetype: "image/jpeg" } });

    await eventually("the answer", async () => (await texts()).includes("Delivery costs 5 euros."));
  });

  it("exports what it has, as files for whoever has their link", async () => {
    const begun = await gateway.api<{ data: { id: string } }>("POST", "/v1/export", {});
    expect(begun.status).toBe(202);
    await gateway.sandbox("POST", "/clock", { advance_seconds: 61 }); // chores are looked for each minute

    const made = await eventually("the archive", async () => {
      const { status, files } = await read<{ status: string; files: { url: string }[] | null }>(
        `/v1/exports/${begun.body.data.id}`,
      );
      return status === "done" && files;
    });

    expect((await fetch(made[0]?.url ?? "")).status).toBe(200);
  });

  it("has had every function at work that these paths lead to", async () => {
    await gateway.stop();
    const [, called = ""] = /^Functions called: (.*)$/m.exec(gateway.output()) ?? [];

    expect([...called.split(" "), ...NOT_STARTED].sort()).toEqual(ALL_FUNCTIONS.map(({ name }) => name).sort());
  });
});

describe("a deployment of which a function lacks a right", () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  it("answers 500 where it is needed, and says in its log what is missing", async () => {
    const lacking = [
      "api-events dynamodb:PutItem",
      "api-activity dynamodb:PutItem",
      "end-sessions dynamodb:DeleteItem",
    ];
    const gateway = await startDeployed(folder.path, lacking.join(","));

    const answers = await Promise.all(LISTS.map((path) => gateway.api("GET", path)));
    const jar = await resetPassword(gateway, "dora@example.com");

    expect(answers.map(({ status }) => status)).toEqual([500, 500]);
    expect((await jar.go("/panel-api/me")).status).toBe(200); // no session ended, and so no password was set
    for (const [role, right] of lacking.map((one) => one.split(" ")))
      expect(gateway.output()).toMatch(new RegExp(`assumed-role/${role} is not authorized.*${right}`));
    await gateway.stop();
  });
});
