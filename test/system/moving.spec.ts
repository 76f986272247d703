import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { spawnNetwork } from "../network/support/spawn-network.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { caller, ended, type Gateway, spawnGateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { hasStatus, inbox, linkNumber } from "../support/linked-number.ts";
import { runAdmin } from "../support/operator-command.ts";
import { startReceiver } from "../support/receiver.ts";
import { verifyWebhook } from "../support/verify-webhook.ts";

const SHOP = "15550002301";
const ANA = "15550002302";

type Json = Record<string, unknown>;
type One = { data: Json };

/** Tests a move from one machine to a stage on embedded services and back to another machine. */
describe("a move of everything, there and back", () => {
  const folder = temporaryFolder();
  const [home, stage, back] = ["home", "stage", "back"].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  const keyFile = join(folder.path, "archive.key");
  let network: Awaited<ReturnType<typeof spawnNetwork>>;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let env: Record<string, string>;
  let gateway: Gateway;
  let apiKey: string;
  let instance: string;
  let secret: string;
  let abroad: string;
  let otp: string;

  const withSandbox = (started: Gateway): Gateway => ({
    ...started,
    sandbox: caller(network.sandboxUrl, {}),
    // The account's key from before the move, if there was one.
    api: caller(started.baseUrl, { authorization: `Bearer ${apiKey || started.apiKey}` }),
  });
  const start = async (dataDir: string) => withSandbox(await startGateway(dataDir, env));
  const shown = async (text: string) => (await inbox(gateway, ANA)).filter((message) => message.text === text).length;
  const send = async (text: string) => {
    const answer = await gateway.api("POST", "/v1/messages", { instance_id: instance, to: ANA, text });
    expect(answer.status).toBe(202);
  };
  const sent = async (text: string) => {
    await send(text);
    await eventually(`"${text}" to be shown`, async () => (await shown(text)) > 0);
  };

  /** Runs a command as an administrator. @param on a data folder, or the environment of a stage. */
  async function admin(
    on: string | Record<string, string>,
    line: string,
  ): Promise<{ code: number; out: Json; said: string }> {
    const { TABLE_NAME: _none, ...own } = process.env;
    const where = typeof on === "string" ? { ...env, DATA_DIR: on } : on;
    return runAdmin(line.split(" "), { ...own, ...where }).then(
      ({ stdout, stderr }) => ({ code: 0, out: JSON.parse(stdout) as Json, said: stderr }),
      ({ stderr }: { stderr: string }) => ({ code: 1, out: {}, said: stderr }),
    );
  }
  const archive = (name: string) => `--file ${join(folder.path, name)} --key-file ${keyFile}`;

  beforeAll(async () => {
    [network, receiver] = await Promise.all([spawnNetwork({ name: "a network for moves" }), startReceiver()]);
    writeFileSync(keyFile, "a key that only this test has");
    env = {
      PACE: "1",
      RIGHTS: "0",
      PANEL: "1", // with its own user, whom each machine without a team has
      NETWORK: "custom",
      NETWORK_URL: network.url,
      NETWORK_ROOT_KEY: network.rootPublicKey,
      NETWORK_CA_FILE: network.mediaCaFile,
    };
    apiKey = "";
    gateway = await start(home);
    ({ apiKey } = gateway);
    ({ id: instance } = await linkNumber(gateway, SHOP));
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "Are you open?" });
    await eventually("her message", async () => {
      const { body } = await gateway.api<{ data: Json[] }>("GET", "/v1/messages?direction=in");
      return body.data.length > 0;
    });
    const settings = { url: receiver.url, events: ["message.received"] };
    await gateway.api("PATCH", "/v1/webhook", settings);
    secret = String((await gateway.api<One>("POST", "/v1/webhook/secret")).body.data.secret);
    await sent("Before the move");
    const proxy = { url: `socks5://customer-seven:s3cret-word@127.0.0.1:${await freePort()}` };
    abroad = String((await gateway.api<One>("POST", "/v1/instances", { name: "Abroad", proxy })).body.data.id);
    const made = await gateway.api<One>("POST", "/v1/otps", {
      instance_id: instance,
      brand: "Tea House",
      channel: "code",
      phone: ANA,
      code_length: 8,
    });
    expect(made.status).toBeLessThan(300);
    otp = String(made.body.data.id);
    await eventually("the code to be shown", async () => (await code()) !== undefined);
  });
  afterAll(async () => {
    await gateway?.stop();
    await receiver?.stop();
    await network?.stop();
    folder.remove();
  });

  const code = async () =>
    (await inbox(gateway, ANA)).map(({ text }) => /\*\u2068?(\d{8})\u2069?\*/.exec(String(text))?.[1]).find(Boolean);

  it("refuses while the gateway runs", async () => {
    const { code, said } = await admin(home, `export --to plc_x ${archive("early")}`);

    expect(code).toBe(1);
    expect(said).toMatch(/The gateway is running\. Stop it/);
  });

  it("takes what waits with it, and the old side never starts again", async () => {
    await gateway.api("POST", `/v1/instances/${instance}/stop`);
    await eventually("the number to be stopped", () => hasStatus(gateway, instance, "stopped"));
    for (const text of ["Waits 1", "Waits 2"]) await send(text);
    await gateway.stop();
    gateway = withSandbox(await startGateway(stage, { ...env, PANEL: "0" }));
    const { out: named, said: why } = await admin(gateway.awsEnv, "import prepare");
    expect(why).toBe("");

    const exported = await admin(home, `export --to ${named.place} ${archive("there")}`);
    expect(exported.said).toMatch(/files written/);
    expect(exported.code).toBe(0);
    const { child, output } = spawnGateway(home, env);
    await ended(child);
    expect(child.exitCode).toBe(1);
    expect(output()).toMatch(/has moved to the place plc_/);

    const imported = await admin(gateway.awsEnv, `import ${archive("there")}`);
    expect(imported.said).toMatch(/items put/);
    expect(imported.code).toBe(0);
  });

  it("goes on there with the same link, and what waited is shown once", async () => {
    await eventually("the account's key", async () => (await gateway.api("GET", "/v1/instances")).status === 200);
    await gateway.api("POST", `/v1/instances/${instance}/start`);
    await eventually("the number to work without a new link", () => hasStatus(gateway, instance, "working"));
    await eventually("all that waited", async () => (await shown("Waits 1")) + (await shown("Waits 2")) >= 2);
    await sent("From the stage");

    for (const text of ["Before the move", "Waits 1", "Waits 2", "From the stage"]) expect(await shown(text)).toBe(1);
  });

  it("knows the codes that were sent before", async () => {
    const checked = await gateway.api<One>("POST", `/v1/otps/${otp}/check`, { code: await code() });

    expect(checked.status).toBe(200);
  });

  it("opens the proxy from before", async () => {
    const tried = await gateway.api<One>("POST", `/v1/instances/${abroad}/proxy/test`);
    expect(tried.body.data).toMatchObject({ ok: false, error: expect.stringContaining("Nothing is listening") });
  });

  it("signs webhooks with the secret from before", async () => {
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "Thank you" });
    const post = await eventually("the webhook", () =>
      receiver.requests.find(({ body }) => body.includes("Thank you")),
    );

    const { body } = await gateway.sandbox<{ now: string }>("GET", "/clock");
    verifyWebhook(secret, post.body, post.headers as Record<string, string>, new Date(body.now)); // each header once
  });

  it("comes back to another machine, whose own account it becomes", async () => {
    await gateway.stop();
    gateway = await startGateway(back, env);
    await gateway.stop();
    const { out: named, said } = await admin(back, "import prepare");
    expect(said).toBe("");
    const exported = await admin(stage, `export --to ${named.place} ${archive("returned")}`);
    expect(exported.said).toMatch(/files written/);
    expect(exported.code).toBe(0);
    expect((await admin(back, `import ${archive("returned")}`)).code).toBe(0);

    gateway = await start(back);
    await eventually("the number to work without a new link", () => hasStatus(gateway, instance, "working"));
    await sent("From the second machine");

    for (const text of ["Before the move", "Waits 1", "From the stage", "From the second machine"]) {
      expect(await shown(text)).toBe(1);
    }
    const { body } = await gateway.api<{ data: Json[] }>("GET", "/v1/members");
    expect(body.data.map(({ name, role }) => [name, role])).toEqual([["Local admin", "admin"]]);
  });
});
