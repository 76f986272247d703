import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CookieJar } from "../local-identity/cookie-jar.ts";
import { freePort } from "../support/free-port.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PASSWORD = "correct horse battery";

type Json = Record<string, unknown>;

/** How people come to a gateway that serves a team: by the operator's commands, and by no page of the web. */
describe("the people of a team", () => {
  const folder = temporaryFolder();
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
  const start = async () => {
    gateway = await startGateway(folder.path, env);
  };
  const stop = async () => {
    await gateway?.stop();
    gateway = null;
  };

  async function admin<T = Json>(line: string): Promise<T> {
    const { TABLE_NAME: _none, ...inherited } = process.env;
    const options = { cwd: ROOT, env: { ...inherited, DATA_DIR: folder.path } };
    const { stdout } = await promisify(execFile)(process.execPath, ["bin/admin.ts", ...line.split(" ")], options);
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
    expect(gateway?.output()).toMatch(/Mail +kept here.*npm run admin -- mail/);
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

    expect(opened).toMatchObject({ status: 409, body: { message: expect.stringContaining("whoever runs it") } });
    expect(joined.status).toBeGreaterThanOrEqual(400);
    expect(await me(stranger)).toMatchObject({ accounts: [], account_id: null });
  });
});
