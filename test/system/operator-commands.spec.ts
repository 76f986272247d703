import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commands } from "../../bin/admin/commands.ts";
import { dynamoTable } from "../../core/aws/dynamo-table.ts";
import { packInput } from "../../core/operations/quarantine/pack-input.ts";
import { quarantineWrites } from "../../core/operations/quarantine/quarantine-job.ts";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { linkNumber } from "../support/linked-number.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SHOP = "5511988880000";
const ANA = "5511977770001";

type Json = Record<string, unknown>;

/** A restore is an administrator's work: its other steps make tables and deploy stacks. */
const OF_A_RESTORE = ["table prepare", "secrets forget"];

/** Every command of the operator in the name of the policy that the service's stack has for it. */
describe("the operator's policy", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let instance: string;
  const ran = new Set<string>();
  beforeAll(async () => {
    gateway = await startGateway(folder.path, { EPHEMERAL: "1" });
    instance = (await linkNumber(gateway, SHOP)).id;
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  /** Runs a command as the operator does. @returns what it printed. */
  async function admin<T = Json>(command: keyof typeof commands, line = ""): Promise<T> {
    const { TABLE_NAME: _none, ...env } = process.env;
    const options = { cwd: ROOT, env: { ...env, DATA_DIR: folder.path, PANEL_URL: "https://panel.example.com" } };
    const words = `${command} ${line}`.trim().split(" ");
    const { stdout } = await promisify(execFile)(process.execPath, ["bin/admin.ts", ...words], options);
    ran.add(String(command));
    return JSON.parse(stdout) as T;
  }

  async function quarantine(id: string): Promise<void> {
    const { AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, TABLE_NAME } = gateway.awsEnv;
    const table = dynamoTable(String(TABLE_NAME), {
      endpoint: String(AWS_ENDPOINT_URL),
      region: String(AWS_REGION),
      credentials: { accessKeyId: String(AWS_ACCESS_KEY_ID), secretAccessKey: String(AWS_SECRET_ACCESS_KEY) },
    });
    const lost = {
      id,
      kind: "receipt" as const,
      input: packInput({}),
      error: new RangeError("Invalid time value"),
      tries: 3,
    };
    const owner = { instance_id: instance, account_id: gateway.accountId, fence: 0 };
    for (const write of quarantineWrites(owner, lost, await gateway.now())) await table.write(write);
    table.close();
  }

  it("suffices for accounts, keys and people", async () => {
    const { id } = await admin("account create", "--name Shop --plan trial");
    const of = `--account ${id}`;
    await admin("account list");
    await admin("account show", of);
    await admin("account update", `${of} --name Tea`);
    await admin("account suspend", of);
    await admin("account resume", of);
    await admin("plan set", `${of} --plan growth`);
    const key = await admin("key create", `${of} --kind read`);
    expect(await admin("key list", of)).toMatchObject([{ id: key.id }]);
    expect(await admin("key revoke", `${of} --key ${key.id}`)).toMatchObject({ revoked: true });
    expect(await admin("member add", `${of} --email ana@example.com --role admin`)).toMatchObject({ account_id: id });
  });

  it("suffices for looking at messages, events and items, and for the quarantine", async () => {
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "Is there tea?" });
    const first = (path: string) =>
      eventually(path, async () => (await gateway.api<{ data: { id: string }[] }>("GET", path)).body.data[0]?.id);
    const id = await first("/v1/messages");
    expect(await admin("message show", id)).toMatchObject({ id });
    await admin("event show", await first("/v1/events?types=message.received"));
    await admin("item show", `ACC#${gateway.accountId} ACCOUNT`);
    for (const id of ["job_a", "job_b"]) await quarantine(id);
    expect(await admin<Json[]>("quarantine list")).toHaveLength(2);
    expect(await admin("quarantine show", "--id job_a")).toMatchObject({ error_class: "RangeError" });
    expect(await admin("quarantine retry", "--id job_a")).toMatchObject({ state: "asked" });
    expect(await admin("quarantine drop", "--id job_b")).toMatchObject({ dropped: true });
  });

  it("suffices for the deployment's own secrets, its bus, its queues and its shards", async () => {
    const { key } = await admin("key create", `--kind read --account ${gateway.accountId}`);
    await admin("canary set", `--key ${key}`);
    expect(await admin("canary show")).toMatchObject({ sending: null });
    await admin("canary remove");
    await admin("otp-secret rotate");
    const now = await gateway.now();
    const span = [new Date(now.getTime() - 3_600_000), now].map((at) => at.toISOString());
    expect(await admin("bus repeat", `--from ${span[0]} --to ${span[1]}`)).not.toMatchObject({ forwarded: 0 });
    await admin("mail"); // of one machine: it needs no right
    await admin("dead-letters list");
    await admin("dead-letters redrive");
    await admin("shards show");
    await expect(admin("shards change", "--to 8")).rejects.toThrow("Set sessionTasks to 0"); // it has read and written
    ran.add("shards change");
  });

  it("has been tried with every command but those of a restore", () => {
    expect([...ran, ...OF_A_RESTORE].sort()).toEqual(Object.keys(commands).sort());
  });

  it("has no right to prepare another table", async () => {
    const asked = admin("table prepare", "--table gateway-2 --stage prod");

    await expect(asked).rejects.toThrow(/role\/operator is not authorized to perform: unknown:DescribeTable/);
  });
});
