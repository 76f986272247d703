import { CreateKeyCommand, KMSClient } from "@aws-sdk/client-kms";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forgetSecrets } from "../../bin/admin/forget-secrets.ts";
import { kmsVault } from "../../core/aws/kms-vault.ts";
import { randomIds } from "../../core/aws/random-ids.ts";
import { agentKeyOwner, agentKeyPlace } from "../../core/contracts/answers/agent-key.ts";
import { createLog } from "../../core/log.ts";
import { fileSecret } from "../../core/records/accounts/file-secret.ts";
import { storedPepper } from "../../core/records/accounts/pepper.ts";
import { NEW_AGENT } from "../../core/records/answers/agent.ts";
import { openSecrets, sealHeaderValue, sealSecret } from "../../core/records/webhooks/webhook-secrets.ts";
import { webhookSettings } from "../../core/records/webhooks/webhook-settings.ts";
import { keys } from "../../core/store/keys.ts";
import { type Emulators, startEmulators } from "../../local/aws/emulators.ts";
import { createInfrastructure } from "../../local/system/infrastructure.ts";
import { MemoryTable } from "../support/memory-table.ts";
import { runningClock } from "../support/test-clock.ts";

let emulators: Emulators;
let lost: string;
let ours: string;

beforeAll(async () => {
  emulators = await startEmulators({ clock: runningClock(), dataDir: null });
  Object.assign(process.env, emulators.env);
  lost = (await createInfrastructure(null)).KMS_KEY_ID ?? "";
  const kms = new KMSClient({});
  ours = (await kms.send(new CreateKeyCommand({}))).KeyMetadata?.KeyId ?? "";
  kms.destroy();
});
afterAll(() => emulators?.stop());

const NOTHING = { webhooks: [], agents: [] };
const NOW = "2026-11-20T10:00:00.000Z";
const NUMBER = { instance_id: "inst_1" };
const SHOP = { account_id: "acc_1" };
const ROW = keys.sessionKey("inst_1", "creds", "me");

/**
 * Creates a table that contains a secret of each kind, sealed under the lost key, and the same table as another
 * deployment's parts see it.
 */
async function restoredTable() {
  const table = new MemoryTable();
  const clock = runningClock();
  const ids = randomIds();
  const parts = (kmsKeyId: string) => {
    const vault = kmsVault({ table, clock, log: createLog("test", "silent"), kmsKeyId });
    const deps = { table, vault, clock, ids };
    return { vault, pepper: storedPepper(deps), links: fileSecret(deps) };
  };
  const before = parts(lost);
  const hash = await before.pepper.hmac("api_key", "mgw_1");
  await before.links.hmac("a file");
  const hook = { ...(await webhookSettings({ table }, "acc_1", "account")), url: "https://shop.example.com/hook" };
  const secret = { sealed: await sealSecret(before.vault, hook, "whsec_old"), created_at: NOW };
  const auth_header = { name: "X-Key", sealed_value: await sealHeaderValue(before.vault, hook, "value") };
  await table.write({ put: { ...keys.webhook("acc_1", "account"), ...hook, secret, auth_header, version: 3 } });
  const sealed_key = await before.vault.seal(agentKeyOwner("acc_1"), agentKeyPlace("inst_1"), Buffer.from("sk-1"));
  await table.write({ put: { ...keys.agent("inst_1"), ...NEW_AGENT, sealed_key, api_key_last4: "sk-1", rev: 1 } });
  await table.write({ put: { ...ROW, sealed: await before.vault.seal(NUMBER, "creds", Buffer.from("keys")) } });
  await table.write({ put: { ...keys.accountInstance("acc_1", "inst_1") } });
  const said: string[] = [];
  const deps = { table, clock, ids, say: (line: string) => said.push(line) };
  const forget = (kmsKeyId: string) => forgetSecrets({ ...deps, vault: parts(kmsKeyId).vault }, ["acc_1"]);
  return { table, parts, hash, forget, deps, said };
}

describe("a table that was restored where its key is not", () => {
  it("can neither check an API key nor make one before its secrets are forgotten, and then makes new ones", async () => {
    const { table, parts, hash, forget } = await restoredTable();
    await expect(parts(ours).pepper.hmac("api_key", "mgw_1")).rejects.toThrow(/CMK/);

    const done = await forget(ours);

    expect(done).toEqual({
      forgotten: ["ACC#deployment", "ACC#file_links", "ACC#acc_1", "ACC#agent_acc_1", "INST#inst_1"],
      still_open: 0,
      webhooks: ["acc_1 account"],
      agents: ["inst_1"],
    });
    expect(table.peek(ROW)).toBeNull();
    const after = parts(ours);
    expect(await after.pepper.hmac("api_key", "mgw_1")).not.toEqual(hash);
    await after.links.hmac("a file");
    for (const owner of [SHOP, NUMBER]) {
      const sealed = await after.vault.seal(owner, "place", Buffer.from("new"));
      expect((await after.vault.open(owner, "place", sealed)).toString()).toBe("new");
    }
  });

  it("keeps webhooks and agents, with a secret that signs and without a key that nobody can open", async () => {
    const { table, parts, forget, deps } = await restoredTable();
    const { vault } = parts(ours);

    await forget(ours);

    const hook = await webhookSettings({ table }, "acc_1", "account");
    expect(hook).toMatchObject({ url: "https://shop.example.com/hook", auth_header: null, version: 4 });
    const [secret, ...others] = await openSecrets(vault, hook, deps.clock.now());
    expect([secret, others]).toEqual([expect.stringMatching(/^whsec_(?!old)/), []]);
    expect(table.peek(keys.agent("inst_1"))).toMatchObject({ sealed_key: null, api_key_last4: null, rev: 2 });
  });

  it("loses nothing that its own key opens, however often the command is given", async () => {
    const { table, parts, hash, forget } = await restoredTable();

    expect(await forget(lost)).toEqual({ forgotten: [], still_open: 5, ...NOTHING });
    expect(await parts(lost).pepper.hmac("api_key", "mgw_1")).toEqual(hash);
    expect(table.peek(ROW)).not.toBeNull();

    await forget(ours);
    await parts(ours).pepper.hmac("api_key", "mgw_1");
    expect(await forget(ours)).toEqual({ forgotten: [], still_open: 3, ...NOTHING });
  });

  it("loses nothing while KMS does not say that the key is another", async () => {
    const { table, deps, said } = await restoredTable();
    const away = Object.assign(new Error("no right"), { name: "AccessDeniedException" });
    const vault = { seal: () => Promise.reject(away), open: () => Promise.reject(away) };
    const before = JSON.stringify(table.peek(keys.pepper()));

    await expect(forgetSecrets({ ...deps, vault }, ["acc_1"])).rejects.toThrow("no right");

    expect(JSON.stringify(table.peek(keys.pepper()))).toBe(before);
    expect(said).toEqual([]);
  });

  it("may end at any write, and does the rest when it is given again", async () => {
    const whole: boolean[] = [];
    for (let writes = 0; writes < 14; writes++) {
      const { table, parts, forget, deps } = await restoredTable();
      const dying = diesAfter(table, writes);

      const first = forgetSecrets({ ...deps, table: dying, vault: parts(ours).vault }, ["acc_1"]);
      const ended = await first.then(
        () => true,
        () => false,
      );
      whole.push(ended);
      await forget(ours);

      const { vault, pepper, links } = parts(ours);
      await pepper.hmac("api_key", "mgw_1");
      await links.hmac("a file");
      await openSecrets(vault, await webhookSettings({ table }, "acc_1", "account"), deps.clock.now());
      expect(table.peek(ROW)).toBeNull();
      expect(table.peek(keys.agent("inst_1"))).toMatchObject({ sealed_key: null });
    }
    expect([whole[0], whole[7], whole.at(-1)]).toEqual([false, false, true]);
  });
});

/** Wraps a table to simulate a process that dies after `writes` writes. */
function diesAfter(table: MemoryTable, writes: number): MemoryTable {
  let left = writes;
  return new Proxy(table, {
    get(of, name) {
      const own: unknown = Reflect.get(of, name, of);
      // Private fields belong to the table itself, not to the proxy.
      if (name !== "write") return typeof own === "function" ? own.bind(of) : own;
      return async (...given: Parameters<MemoryTable["write"]>) => {
        if (left-- <= 0) throw new Error("The process died.");
        return of.write(...given);
      };
    },
  });
}
