import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { CookieJar } from "./cookie-jar.ts";

const folder = temporaryFolder();
const PASSWORD = "correct horse battery";
let gateway: Gateway;

beforeAll(async () => {
  gateway = await startGateway(folder.path, { PANEL: "1", EPHEMERAL: "1", TABLE_CONFLICTS: "0" });
});
afterAll(async () => {
  await gateway?.stop();
  folder.remove();
});

const browser = () => new CookieJar(gateway.panelUrl);
const begin = (jar: CookieJar, to = "/instances") =>
  jar.follow(`/panel-api/session/sign-in?to=${encodeURIComponent(to)}`);
const me = async (jar: CookieJar) =>
  (await jar.go("/panel-api/me")).json() as Promise<{ data: Record<string, unknown> }>;

async function mailedCode(to: string): Promise<string> {
  const { body } = await gateway.sandbox<{ text: string }[]>("GET", `/mail?to=${encodeURIComponent(to)}`);
  return /\d{6}/.exec(body[0]?.text ?? "")?.[0] ?? "";
}

/** Signs up and confirms the address, after which the browser is signed in. */
async function signedUp(email: string): Promise<CookieJar> {
  const jar = browser();
  const { path } = await begin(jar);
  await jar.post(`${path}/sign-up`, { email, password: PASSWORD });
  const { path: end } = await jar.post(`${path}/confirm`, { email, code: await mailedCode(email) });
  expect(end).toBe("/instances");
  return jar;
}

describe("signing in on one machine", () => {
  it("offers a newcomer to look around as Local admin, with one click", async () => {
    const jar = browser();
    const { path, text, response } = await begin(jar, "/chats");
    expect(text).toContain("Look around without an account");
    expect(response.headers.get("content-security-policy")).toMatch(/default-src 'none'/);
    const { path: end } = await jar.post(`${path}/look-around`, {});
    expect(end).toBe("/chats");
    expect((await me(jar)).data).toMatchObject({
      user: { email: "admin@localhost" },
      account_id: gateway.accountId,
      role: "admin",
    });
  });

  it("signs up by an address that is confirmed with a mailed code, and has no account yet", async () => {
    const jar = await signedUp("ana@example.com");
    expect((await me(jar)).data).toMatchObject({
      user: { email: "ana@example.com", email_verified: true },
      accounts: [],
    });
  });

  it("gives a session in one cookie that scripts and other sites never see", async () => {
    const jar = await signedUp("bea@example.com");
    const lines = [...jar.cookies.entries()]
      .filter(([name]) => name.startsWith("session|"))
      .map(([, { line }]) => line);
    expect(lines).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=604800$/),
    ]);
    expect([...jar.cookies.keys()].filter((name) => name.startsWith("signin|"))).toEqual([]);
  });

  it("refuses a wrong password, and an unknown address alike", async () => {
    await signedUp("cleo@example.com");
    const jar = browser();
    const { path } = await begin(jar);
    const wrong = await jar.post(`${path}/sign-in`, { email: "cleo@example.com", password: "wrong wrong wrong" });
    const unknown = await jar.post(`${path}/sign-in`, { email: "nobody@example.com", password: "wrong wrong wrong" });
    expect(wrong.response.status).toBe(403);
    expect(unknown.text.replace("nobody@", "cleo@")).toBe(wrong.text);
  });

  it("takes ten wrong passwords, however many come at once, and then not the right one: of an unknown address alike", async () => {
    await signedUp("gus@example.com");
    const jar = browser();
    const { path } = await begin(jar);
    for (const email of ["gus@example.com", "no-one@example.com"]) {
      const wrong = { email, password: "wrong wrong wrong" };
      const tries = await Promise.all(Array.from({ length: 13 }, () => jar.post(`${path}/sign-in`, wrong)));
      expect(tries.map(({ response }) => response.status).sort()).toEqual([...Array(10).fill(403), 429, 429, 429]);
      const right = await jar.post(`${path}/sign-in`, { email, password: PASSWORD });
      expect(right.response.status).toBe(429);
    }
  });

  it("ends every session of a person who sets a new password", async () => {
    const signedIn = await signedUp("dora@example.com");
    const jar = browser();
    const { path } = await begin(jar);
    await jar.post(`${path}/forgot`, { email: "dora@example.com" });
    const code = await mailedCode("dora@example.com");
    const { response } = await jar.post(`${path}/reset`, {
      email: "dora@example.com",
      code,
      password: "another long password",
    });
    expect(response.status).toBe(200);
    expect((await signedIn.go("/panel-api/me")).status).toBe(401);
    expect((await begin(signedIn)).text).toContain("Sign in"); // and the provider does not let that browser in again
    const { path: end } = await jar.post(`${path}/sign-in`, {
      email: "dora@example.com",
      password: "another long password",
    });
    expect(end).toBe("/instances");
  });

  it("asks for the password each time, though the provider remembers the browser", async () => {
    const jar = await signedUp("lea@example.com");
    jar.cookies.delete("session|/");
    expect([...jar.cookies.keys()]).toContain("_session|/");

    const { path, text } = await begin(jar);

    expect(text).toContain("Sign in");
    expect((await jar.go("/panel-api/me")).status).toBe(401);
    const { path: end } = await jar.post(`${path}/sign-in`, { email: "lea@example.com", password: PASSWORD });
    expect(end).toBe("/instances");
  });

  it("takes nobody whom the provider let in without asking, whatever the browser was sent there with", async () => {
    const jar = await signedUp("mia@example.com");
    const unasked = async () => {
      jar.cookies.delete("session|/");
      const start = await jar.go("/panel-api/session/sign-in");
      const asked = new URL(start.headers.get("location") ?? "");
      asked.searchParams.delete("prompt");
      const { response, text } = await jar.follow(`${asked.pathname}${asked.search}`);
      return [response.status, text];
    };

    // A password entered a moment ago still counts as entered now.
    await expect
      .poll(unasked, { interval: 1_000 })
      .toEqual([400, expect.stringContaining("without asking for your password")]);
    expect((await jar.go("/panel-api/me")).status).toBe(401);
  });

  it("gives nobody an account that another began with their address", async () => {
    const email = "hal@example.com";
    const [stranger, owner] = [browser(), browser()];
    const [theirs, own] = [await begin(stranger), await begin(owner)];
    await owner.post(`${own.path}/sign-up`, { email, password: PASSWORD });
    const code = await mailedCode(email);
    await stranger.post(`${theirs.path}/sign-up`, { email, password: "the stranger's password" });
    const strangers = await mailedCode(email);
    expect((await owner.post(`${own.path}/confirm`, { email, code: strangers })).response.status).toBe(403);
    expect((await owner.post(`${own.path}/confirm`, { email, code })).path).toBe("/instances");
    const { response } = await stranger.post(`${theirs.path}/sign-in`, { email, password: "the stranger's password" });
    expect(response.status).toBe(403);
  });

  it("answers who opens an account with a known address as anybody, and tells its owner by mail", async () => {
    await signedUp("ivy@example.com");
    const jar = browser();
    const { path } = await begin(jar);
    const known = await jar.post(`${path}/sign-up`, { email: "ivy@example.com", password: PASSWORD });
    const unknown = await jar.post(`${path}/sign-up`, { email: "joe@example.com", password: PASSWORD });
    expect(known.text.replaceAll("ivy", "joe")).toBe(unknown.text);
    const { body } = await gateway.sandbox<{ subject: string }[]>("GET", "/mail?to=ivy@example.com");
    expect(body[0]?.subject).toBe("You already have an account");
  });

  it("speaks the language that the panel wishes, else the browser's", async () => {
    const jar = browser();
    const start = await jar.go("/panel-api/session/sign-in");
    const { pathname, search } = new URL(start.headers.get("location") ?? "");
    const asked = { headers: { "accept-language": "pt-BR,en;q=0.5" } };
    const { path } = await jar.follow(`${pathname}${search}&ui_locales=es%20en`);
    expect(await (await jar.go(path, asked)).text()).toContain('<html lang="es">');
    const plain = await begin(jar);
    expect(await (await jar.go(plain.path, asked)).text()).toContain("Dar uma olhada");
  });

  it("tells what can't go on in plain words, on pages that load nothing from elsewhere", async () => {
    const jar = browser();
    const stranger = await jar.go("/identity/auth?client_id=another");
    expect(stranger.headers.get("content-security-policy")).toMatch(/default-src 'none'/);
    expect(await stranger.text()).toMatch(/started from the panel(?!.*https?:)/s);
    await begin(jar);
    const refused = await jar.go("/panel-api/session/callback?error=access_denied&state=x");
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("was not completed")]);
  });

  it("goes on signing people in when the sandbox's clock was moved", async () => {
    await gateway.sandbox("POST", "/clock", { advance_seconds: 40 * 86_400 });
    await signedUp("kim@example.com");
    // Emails are dated by the gateway's clock, so the newest one is the last one sent.
    const { body } = await gateway.sandbox<{ at: string }[]>("GET", "/mail?to=kim@example.com");
    const lateMs = (await gateway.now()).getTime() - Date.parse(body[0]?.at ?? "");
    expect(Math.abs(lateMs)).toBeLessThan(3_600_000);
  });

  it("takes a mailed code once, and not after five wrong ones", async () => {
    const jar = browser();
    const { path } = await begin(jar);
    const email = "eva@example.com";
    await jar.post(`${path}/sign-up`, { email, password: PASSWORD });
    const code = await mailedCode(email);
    for (let i = 0; i < 5; i++) {
      const wrong = code === "000000" ? "111111" : "000000";
      expect((await jar.post(`${path}/confirm`, { email, code: wrong })).response.status).toBe(403);
    }
    expect((await jar.post(`${path}/confirm`, { email, code })).response.status).toBe(403);
  });

  it("takes a returning code once, and only in the browser that asked for it", async () => {
    const jar = browser();
    const { path } = await begin(jar);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    let at = `${path}/look-around`;
    let response = await jar.go(at, { method: "POST", headers: form, body: "" });
    while (!(response.headers.get("location") ?? "").includes("/panel-api/session/callback")) {
      at = response.headers.get("location") ?? "";
      response = await jar.go(new URL(at, gateway.panelUrl).pathname);
    }
    const callback = new URL(response.headers.get("location") ?? "");
    const back = `${callback.pathname}${callback.search}`;
    const elsewhere = await browser().go(back);
    expect({ status: elsewhere.status, text: await elsewhere.text() }).toMatchObject({
      status: 400,
      text: expect.stringContaining("not signed in"),
    });
    const signinCookie = [...jar.cookies].find(([name]) => name.startsWith("signin|"));
    expect((await jar.go(back)).status).toBe(302);
    if (signinCookie) jar.cookies.set(...signinCookie);
    expect((await jar.go(back)).status).toBe(400);
  });

  it("refuses a return with another state", async () => {
    const jar = browser();
    await begin(jar);
    expect((await jar.go("/panel-api/session/callback?code=x&state=y")).status).toBe(400);
    expect((await jar.go("/panel-api/me")).status).toBe(401);
  });

  it.each([
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "/panel-api/session/sign-out",
    "javascript:alert(1)",
  ])("leads nowhere but to the panel's own pages: not to %s", async (to) => {
    const jar = browser();
    const { path } = await begin(jar, to);
    expect((await jar.post(`${path}/look-around`, {})).path).toBe("/");
  });

  it("signs out here and at the provider, and clears what the browser keeps", async () => {
    const jar = browser();
    const { path } = await begin(jar);
    await jar.post(`${path}/look-around`, {});
    const before = jar.cookies.get("session|/");
    const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
    const out = await jar.go("/panel-api/session/sign-out", { method: "POST", headers, body: "{}" });
    expect(out.headers.get("clear-site-data")).toBe('"cache", "storage"');
    const { data } = (await out.json()) as { data: { url: string } };
    if (before) jar.cookies.set("session|/", before);
    expect((await jar.go("/panel-api/me")).status).toBe(401);
    jar.cookies.delete("session|/");
    await jar.follow(new URL(data.url).pathname + new URL(data.url).search);
    expect((await begin(jar)).text).toContain("Look around without an account");
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])(
    "refuses a sign-out that a form could send, as %s, and the session goes on",
    async (type) => {
      const jar = browser();
      const { path } = await begin(jar);
      await jar.post(`${path}/look-around`, {});
      const headers = { "content-type": type, "sec-fetch-site": "same-origin" };
      const refused = await jar.go("/panel-api/session/sign-out", { method: "POST", headers, body: "{}" });
      expect(refused.status).toBe(400);
      expect((await jar.go("/panel-api/me")).status).toBe(200);
    },
  );

  it("refuses a sign-out that another site's page asks for", async () => {
    const headers = { "content-type": "application/json", "sec-fetch-site": "cross-site" };
    expect((await browser().go("/panel-api/session/sign-out", { method: "POST", headers, body: "{}" })).status).toBe(
      400,
    );
  });

  it("shows the mail of this machine in the sandbox and beside the sign-in", async () => {
    await signedUp("fay@example.com");
    const { body } = await gateway.sandbox<Record<string, string>[]>("GET", "/mail?to=fay@example.com");
    expect(body).toMatchObject([{ to: "fay@example.com", subject: expect.stringMatching(/\d{6}/) }]);
    expect(Object.keys(body[0] ?? {}).sort()).toEqual(["at", "id", "subject", "text", "to"]);
    expect(await (await browser().go("/identity/mail?to=fay@example.com")).text()).toContain("Code:");
  });

  it("begins thirty times a minute from one address", async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => browser().go("/panel-api/session/sign-in")));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10);
  });
});
