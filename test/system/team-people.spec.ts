import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CookieJar } from "../local-identity/cookie-jar.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { caller, type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { jumpingClock } from "../support/jumping-clock.ts";
import { inbox, linkKnownTo } from "../support/linked-number.ts";
import { runAdmin } from "../support/operator-command.ts";
import { StandInIssuer } from "../support/stand-in-issuer.ts";

const PASSWORD = "correct horse battery";
const SHOP = "5511988880000";
const ANA = "5511977770001";

type Json = Record<string, unknown>;

/** Tests how users are added to a gateway that serves a team: only by the operator's commands, never on a web page. */
describe("the people of a team", () => {
  const folder = temporaryFolder();
  const jumps = jumpingClock(`${folder.path}.jumped-by`);
  let gateway: Gateway | null = null;
  let env: Record<string, string>;
  beforeAll(async () => {
    const port = String(await freePort());
    env = { PANEL: "1", PUBLIC_URL: `http://localhost:${port}`, PORT: port, SANDBOX_PORT: "", TABLE_CONFLICTS: "0" };
    await start();
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });
  const start = async (more: Record<string, string> = {}) => {
    gateway = await startGateway(folder.path, { ...env, ...more });
  };
  const stop = async () => {
    await gateway?.stop();
    gateway = null;
  };

  async function admin<T = Json>(line: string): Promise<T> {
    const { TABLE_NAME: _none, ...inherited } = process.env;
    const { stdout } = await runAdmin(line.split(" "), { ...inherited, DATA_DIR: folder.path });
    return JSON.parse(stdout) as T;
  }
  const waiting = async (to: string) =>
    (await admin<{ to: string[]; code: string | null; subject: string }[]>("mail")).filter((one) => one.to[0] === to);

  /** Signs up with the code that the operator passes on. */
  async function signedUp(email: string): Promise<CookieJar> {
    const jar = new CookieJar(env.PUBLIC_URL ?? "");
    const { path } = await jar.follow("/panel-api/session/sign-in?to=/");
    await jar.post(`${path}/sign-up`, { email, password: PASSWORD });
    const code = (await waiting(email)).at(-1)?.code ?? "";
    expect((await jar.post(`${path}/confirm`, { email, code })).path).toBe("/");
    return jar;
  }
  const change = async (jar: CookieJar, path: string, body: Json) => {
    const headers = { "content-type": "application/json", origin: env.PUBLIC_URL ?? "" };
    const answer = await jar.go(`/panel-api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as { code?: string; data?: Json } };
  };
  const me = async (jar: CookieJar) => ((await (await jar.go("/panel-api/me")).json()) as { data: Json }).data;
  const tokenOf = (link: unknown) => String(link).split("#")[1] ?? "";

  it("starts with the line that says where its mails are", () => {
    expect(gateway?.output()).toMatch(/Mail +stored here.*npm run admin -- mail/);
  });

  it("become admins by a command and its link, with the running gateway", async () => {
    const { id } = await admin("account create --name Shop");
    const { link } = await admin(`member add --email ana@example.com --role admin --account ${id}`);
    expect(link).toMatch(new RegExp(`^${env.PUBLIC_URL}/join#`));

    const ana = await signedUp("ana@example.com");
    expect(await change(ana, "/invites/accept", { token: tokenOf(link) })).toMatchObject({ status: 200 });

    expect(await me(ana)).toMatchObject({ account_id: id, role: "admin" });
  });

  it("become admins by a command on the stopped gateway, too, and the link works once it runs", async () => {
    await stop();
    const { id } = await admin("account create --name Depot");
    const { link } = await admin(`member add --email bea@example.com --role admin --account ${id}`);
    expect(link).toMatch(new RegExp(`^${env.PUBLIC_URL}/join#`));
    expect(await admin("account list")).toContainEqual(expect.objectContaining({ id, name: "Depot" }));
    expect(await admin("mail")).toEqual(expect.any(Array));
    await start();

    const bea = await signedUp("bea@example.com");
    expect(await change(bea, "/invites/accept", { token: tokenOf(link) })).toMatchObject({ status: 200 });

    expect(await me(bea)).toMatchObject({ account_id: id, role: "admin" });
  });

  it("don't become admins by signing up: a stranger has no account, can't open one and can't use another's link", async () => {
    const { link } = await admin("member add --email cleo@example.com --role admin");
    const stranger = await signedUp("mallory@example.com");

    const opened = await change(stranger, "/accounts", { name: "Mine" });
    const joined = await change(stranger, "/invites/accept", { token: tokenOf(link) });

    expect(opened).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("created by its operator") },
    });
    expect(joined.status).toBeGreaterThanOrEqual(400);
    expect(await me(stranger)).toMatchObject({ accounts: [], account_id: null, opens_accounts: false });
  });

  it("keep their accounts when the gateway gets another address", async () => {
    await stop();
    const port = String(await freePort());
    env = { ...env, PUBLIC_URL: `http://localhost:${port}`, PORT: port };
    await start({ ...jumps.env, SANDBOX_PORT: "0" });

    const jar = new CookieJar(env.PUBLIC_URL ?? "");
    const { path } = await jar.follow("/panel-api/session/sign-in?to=/");
    await jar.post(`${path}/sign-in`, { email: "bea@example.com", password: PASSWORD });

    expect(await me(jar)).toMatchObject({ accounts: [{ name: "Depot" }], role: "admin" });
  });

  it("stay signed in, and their number sends and receives at once, when the machine's clock is set", async () => {
    const at = gateway;
    if (at === null) throw new Error("It was not started.");
    const key = { authorization: `Bearer ${at.apiKey}` };
    const { id } = await linkKnownTo({ ...at, api: caller(env.PUBLIC_URL ?? "", key) }, SHOP, ANA);
    const bea = new CookieJar(env.PUBLIC_URL ?? "");
    const signIn = async (jar: CookieJar) => {
      const { path } = await jar.follow("/panel-api/session/sign-in?to=/");
      return (await jar.post(`${path}/sign-in`, { email: "bea@example.com", password: PASSWORD })).path;
    };
    await signIn(bea);
    const api = caller(env.PUBLIC_URL ?? "", key);
    const received = async () => {
      const path = `/v1/messages?instance_id=${id}&direction=in`;
      return (await api<{ data: { body: string }[] }>("GET", path)).body.data.map(({ body }) => body);
    };
    const shown = async () => (await inbox(at, ANA)).map(({ text }) => String(text));
    const sent: string[] = [];

    for (const hours of [1, 0, -24, 0]) {
      await jumps.to(at, hours);

      const texts = [1, 2].map((number) => `Jump ${sent.length}, ${hours} hours, ${number}`);
      for (const text of texts) {
        expect((await api("POST", "/v1/messages", { instance_id: id, to: ANA, text })).status).toBe(202);
      }
      const answer = `An answer to ${texts[0]}`;
      await at.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: answer });
      await eventually("her answer", async () => (await received()).includes(answer));
      await eventually(
        "both on her phone",
        async () => (await shown()).filter((one) => texts.includes(one)).length > 1,
      );
      sent.push(...texts);
      expect((await bea.go("/panel-api/me")).status).toBe(200);
      expect(await signIn(new CookieJar(env.PUBLIC_URL ?? ""))).toBe("/");
    }

    expect((await shown()).filter((one) => one.startsWith("Jump"))).toEqual(sent);
    expect(await received()).toHaveLength(new Set(await received()).size);
  });

  it("are not left to everyone on the machine by a start without the address", async () => {
    await stop();
    const { PUBLIC_URL: _none, ...alone } = env;

    const refused = startGateway(folder.path, alone);

    await expect(refused).rejects.toThrow(
      /serves a team.*Start with PUBLIC_URL=http:\/\/localhost:\d+, or with WITHOUT_TEAM=1/s,
    );
  });

  it("sign in with another organization's provider, which may be down at the start, and are admins by invitation", async () => {
    const issuer = new StandInIssuer();
    const port = await freePort();
    await start({
      OIDC_ISSUER: `http://127.0.0.1:${port}`,
      OIDC_CLIENT_ID: issuer.clientId,
      OIDC_CLIENT_SECRET: issuer.clientSecret,
    });
    const jar = new CookieJar(env.PUBLIC_URL ?? "");
    const refused = await jar.go("/panel-api/session/sign-in");
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining("isn't responding")]);
    expect((await jar.go("/identity/auth")).status).toBe(404); // nobody signs in here any more
    await issuer.start(port);
    const { link } = await admin("member add --email ana@example.com --role admin");

    const begun = await jar.go("/panel-api/session/sign-in?to=/");
    const back = issuer.visit(begun.headers.get("location") ?? "");
    await jar.follow(`${back.pathname}${back.search}`);
    // The same address as before, and another person: they have nothing until they are invited.
    expect(await me(jar)).toMatchObject({ user: { email: "ana@example.com" }, accounts: [] });
    expect(await change(jar, "/invites/accept", { token: tokenOf(link) })).toMatchObject({ status: 200 });

    expect(await me(jar)).toMatchObject({ role: "admin" });
    for (const pid of gateway?.sessionPids() ?? []) {
      expect(readFileSync(`/proc/${pid}/environ`, "latin1")).not.toContain(issuer.clientSecret);
    }
    expect(gateway?.output()).not.toContain(issuer.clientSecret);
    await issuer.stop();
  });
});
