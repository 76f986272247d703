import { execFile, spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { spawnNetwork } from "../network/support/spawn-network.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { caller, type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { inbox, linkNumber } from "../support/linked-number.ts";

const SHOP = "15550002201";
const ANA = "15550002202";
const MESSAGES = 6;
/** The password for a number's proxy. */
const PASSWORD = "s3cret-word";

interface Sent {
  id: string;
  text: string;
}
interface Page {
  data: { id: string; body: string; status: string }[];
  next_cursor: string | null;
}

/** Runs a command the way an operator does. @returns its exit code and everything it printed. */
function run(script: string, file: string, env: Record<string, string>): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, file], { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, said: stdout + stderr });
    });
  });
}

/** The network keeps running between the backup and the restore, as the real network would. */
describe("a backup while messages are sent, restored elsewhere", () => {
  const folder = temporaryFolder();
  const old = join(folder.path, "old");
  const tar = join(folder.path, "backup.tar");
  let network: Awaited<ReturnType<typeof spawnNetwork>>;
  let env: Record<string, string>;
  let gateway: Gateway;
  let instance: string;
  let abroad: string;
  const accepted: Sent[] = [];
  /** The messages accepted before the backup began. */
  let before: readonly Sent[] = [];
  /**
   * A retry of a test continues with what the first attempt left behind, so it sends different texts and restores into
   * a different folder.
   */
  let texts = 0;
  let restores = 0;
  let hasOldSentAll = false;

  const send = async (words: string) => {
    const text = `${words} ${++texts}`;
    const answer = await gateway.api<{ data: Sent }>("POST", "/v1/messages", { instance_id: instance, to: ANA, text });
    expect(answer.status).toBe(202);
    return { id: answer.body.data.id, text };
  };
  const withSandbox = (started: Gateway): Gateway => ({ ...started, sandbox: caller(network.sandboxUrl, {}) });
  /** Kills the gateway if it is running. */
  const kill = () => gateway.killEverything().catch(() => undefined);
  const start = async (folderOfIt: string) => {
    gateway = withSandbox(await startGateway(folderOfIt, env));
  };
  const shown = async () => (await inbox(gateway, ANA)).map((message) => String(message.text));

  beforeAll(async () => {
    network = await spawnNetwork({ name: "a network that goes on" });
    env = {
      PACE: "1",
      NETWORK: "custom",
      NETWORK_URL: network.url,
      NETWORK_ROOT_KEY: network.rootPublicKey,
      NETWORK_CA_FILE: network.mediaCaFile,
    };
    await start(old);
    const proxy = { url: `socks5://customer-seven:${PASSWORD}@127.0.0.1:${await freePort()}` };
    abroad = (await gateway.api<{ data: { id: string } }>("POST", "/v1/instances", { name: "Abroad", proxy })).body.data
      .id;
    ({ id: instance } = await linkNumber(gateway, SHOP));
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "Are you open?" });
    await eventually("her message", async () => {
      const { body } = await gateway.api<Page>("GET", "/v1/messages?direction=in");
      return body.data.length > 0;
    });
  });
  afterAll(async () => {
    await gateway?.stop();
    await network?.stop();
    folder.remove();
  });

  it("leaves a folder that starts whole when it is killed in the middle, with its gateway", async () => {
    const sent = await send("Before a kill");
    accepted.push(sent);
    const options = { env: { ...process.env, ...env, DATA_DIR: old }, stdio: "ignore" } as const;
    const backup = spawn(process.execPath, ["local/backup.mjs", tar], options);
    const hasBegun = () => readdirSync(old).some((name) => name.startsWith("backup-"));
    await eventually("the backup to begin", async () => hasBegun() || backup.exitCode !== null);

    backup.kill("SIGKILL");
    await kill();
    await start(old);

    expect(hasBegun()).toBe(false);
    const { body } = await gateway.api<{ data: { body: string } }>("GET", `/v1/messages/${sent.id}`);
    expect(body.data.body).toBe(sent.text);
  });

  it("is whole, private, and leaves nothing beside it", async () => {
    const first = await send("First");
    accepted.push(first, await send("Second"), await send("Third"));
    await eventually("the first to be shown", async () => (await shown()).includes(first.text));
    before = [...accepted];
    let isDone = false;
    const more = (async () => {
      for (let number = 0; number < MESSAGES && !isDone; number++) accepted.push(await send("Meanwhile"));
    })();

    const { code, said } = await run("local/backup.mjs", tar, { ...env, DATA_DIR: old });
    isDone = true;
    await more;

    expect(said).toMatch(/backup\.tar contains \d+ files from /);
    expect(code).toBe(0);
    expect(statSync(tar).mode & 0o777).toBe(0o600);
    expect(readFileSync(tar).includes(PASSWORD)).toBe(false);
    expect(readdirSync(folder.path).filter((name) => name.startsWith("backup"))).toEqual(["backup.tar"]);
    expect(readdirSync(old).filter((name) => name.startsWith("backup-"))).toEqual([]);
  });

  it("is refused into a folder that holds something", async () => {
    const { code, said } = await run("local/restore.mjs", tar, { ...env, DATA_DIR: old });

    expect(code).toBe(1);
    expect(said).toMatch(/is not empty\. A backup can only be restored into a new folder/);
  });

  it("brings back all that was accepted before it, and nothing is shown twice, whichever gateway sent it first", async () => {
    // Once the restored gateway has run, the old one must not run again.
    if (!hasOldSentAll) {
      await eventually(
        "the old gateway to send all that it accepted",
        async () => {
          const onPhone = await shown();
          return accepted.every(({ text }) => onPhone.includes(text));
        },
        240_000,
      );
    }
    hasOldSentAll = true;
    await kill();
    const restored = join(folder.path, `restored-${++restores}`);

    const { code, said } = await run("local/restore.mjs", tar, { ...env, DATA_DIR: restored });
    expect(said).toMatch(/Never start the gateway that this backup is from again/);
    expect(code).toBe(0);
    await start(restored);

    const kept = (await gateway.api<Page>("GET", "/v1/messages?direction=out&limit=100")).body.data;
    for (const { id } of before) expect(kept.map((message) => message.id)).toContain(id);
    // Some waited in the backup and were sent by the old gateway since.
    expect(kept.map(({ status }) => status)).toContain("queued");
    await eventually(
      "all that was kept to be sent",
      async () => {
        const { data } = (await gateway.api<Page>("GET", "/v1/messages?direction=out&limit=100")).body;
        return data.every(({ status }) => status === "sent" || status === "delivered");
      },
      240_000,
    );
    const onPhone = await shown();
    for (const { body } of kept) expect(onPhone.filter((one) => one === body)).toEqual([body]);
    const others = readdirSync(folder.path).filter((name) => !/^(backup\.tar|old|restored-\d)$/.test(name));
    expect(others).toEqual([]);
  });

  it("keeps a number's proxy, and can still open its url", async () => {
    const { body } = await gateway.api<{ data: { proxy: object } }>("GET", `/v1/instances/${abroad}`);
    expect(body.data.proxy).toMatchObject({ host: expect.stringContaining("127.0.0.1:"), last4: "even" });
    const tried = await gateway.api<{ data: object }>("POST", `/v1/instances/${abroad}/proxy/test`);
    expect(tried.body.data).toMatchObject({ ok: false, error: expect.stringContaining("Nothing is listening") });
  });

  it("goes on in both directions", async () => {
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "Still there?" });
    await eventually("her message", async () => {
      const { body } = await gateway.api<Page>("GET", "/v1/messages?direction=in");
      return body.data.some((message) => message.body === "Still there?");
    });
  });
});
