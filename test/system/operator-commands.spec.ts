import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  DynamoDBClient,
  RestoreTableToPointInTimeCommand,
  UpdateContinuousBackupsCommand,
} from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commands } from "../../bin/admin/commands.ts";
import { dataKeyPlace } from "../../core/aws/data-key-place.ts";
import { dynamoTable } from "../../core/aws/dynamo-table.ts";
import { packInput } from "../../core/operations/quarantine/pack-input.ts";
import { quarantineWrites } from "../../core/operations/quarantine/quarantine-job.ts";
import type { Write } from "../../core/store/table.ts";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { linkNumber } from "../support/linked-number.ts";
import { runAdminHere } from "../support/operator-command.ts";

const SHOP = "5511988880000";
const ANA = "5511977770001";

type Json = Record<string, unknown>;

/**
 * Commands that this test doesn't run: a move reads everything in the table, which no role is permitted to do. See
 * test/system/moving.spec.ts.
 */
const OF_A_MOVE = ["export", "import"];

/** Runs every operator command with the policy that the service's stack defines for it. */
describe("the operator's policies", () => {
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

  /** Runs a command the way the operator does. @returns the command's output. */
  async function admin<T = Json>(command: keyof typeof commands, line = ""): Promise<T> {
    const { TABLE_NAME: _none, ...env } = process.env;
    const words = `${command} ${line}`.trim().split(" ");
    const given = { DATA_DIR: folder.path, PANEL_URL: "https://panel.example.com" };
    const stdout = await runAdminHere(words, { ...env, ...given });
    ran.add(String(command));
    return JSON.parse(stdout) as T;
  }

  /** Returns the environment used by an administrator's client. */
  function client() {
    const { AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = gateway.awsEnv;
    return {
      endpoint: String(AWS_ENDPOINT_URL),
      region: String(AWS_REGION),
      credentials: { accessKeyId: String(AWS_ACCESS_KEY_ID), secretAccessKey: String(AWS_SECRET_ACCESS_KEY) },
    };
  }

  async function write(...writes: Write[]): Promise<void> {
    const table = dynamoTable(String(gateway.awsEnv.TABLE_NAME), client());
    for (const one of writes) await table.write(one);
    table.close();
  }

  async function quarantine(id: string): Promise<void> {
    const lost = {
      id,
      kind: "receipt" as const,
      input: packInput({}),
      error: new RangeError("Invalid time value"),
      tries: 3,
    };
    const owner = { instance_id: instance, account_id: gateway.accountId, fence: 0 };
    await write(...quarantineWrites(owner, lost, await gateway.now()));
  }

  it("suffices for accounts, keys and people", async () => {
    const { id } = await admin("account create", "--name Shop --plan trial");
    const of = `--account ${id}`;
    await admin("account list");
    await admin("account show", of);
    await admin("account update", `${of} --name Tea`);
    await admin("account suspend", of);
    await admin("account resume", of);
    await admin("account delete", of);
    expect(await admin("account undelete", of)).toMatchObject({ status: "active" });
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

  it("for restores suffices to prepare a table that was restored beside the one in use", async () => {
    const dynamo = new DynamoDBClient(client());
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
    await dynamo.send(new UpdateContinuousBackupsCommand({ TableName: "gateway", PointInTimeRecoverySpecification }));
    const restored = `gateway-${(await gateway.now()).getTime()}`; // another one when this is tried again
    const names = { SourceTableName: "gateway", TargetTableName: restored };
    await dynamo.send(new RestoreTableToPointInTimeCommand({ ...names, UseLatestRestorableTime: true }));
    dynamo.destroy();

    const { done } = await admin<{ done: string[] }>("table prepare", `--table ${restored} --stage prod`);
    expect(done).toEqual(expect.arrayContaining(["deletion protection", "stream of new images", "tags"]));
    // Without `--stage`, the command uses the tags of the current table.
    expect(await admin("table prepare", `--table ${restored}`)).toMatchObject({ done: [] });
    await expect(admin("table prepare", "--table another --stage prod")).rejects.toThrow(
      /role\/operator-restore is not authorized to perform: dynamodb:DescribeTable on resource: \S+table\/another/,
    );
  });

  it("suffices to look whether a move can begin or end here", async () => {
    expect(await admin("export undo")).toEqual({ reopened: false });
    await expect(admin("import prepare")).rejects.toThrow("A move needs an empty gateway");
    ran.add("import prepare");
  });

  it("for restores suffices to forget what no key opens any more, and to give a webhook a new secret", async () => {
    await gateway.api("PATCH", "/v1/webhook", { url: "https://shop.example.com/hook" });
    const of = { account_id: gateway.accountId };
    // Simulates a key that was wrapped with another KMS key. KMS can't tell such a key from bytes it never encrypted.
    await write({ update: dataKeyPlace(of), set: { wrapped: Buffer.from("of another key") } });

    const forgot = await admin("secrets forget");

    expect(forgot).toMatchObject({
      forgotten: [`ACC#${of.account_id}`],
      webhooks: [`${of.account_id} account`],
      still_open: expect.any(Number),
    });
  });

  it("have been tried with every command but a move's own, which are an administrator's", () => {
    expect([...ran, ...OF_A_MOVE].sort()).toEqual(Object.keys(commands).sort());
  });

  it("leave the settings of tables to restores, and other commands to the daily one", async () => {
    const { restore_key_id, operator_key_id } = JSON.parse(readFileSync(join(folder.path, "gateway.json"), "utf8"));
    const as = async (keyId: string, line: string) => {
      await runAdminHere(line.split(" "), { ...process.env, ...gateway.awsEnv, AWS_ACCESS_KEY_ID: keyId });
    };

    await expect(as(operator_key_id, "table prepare --table gateway-2 --stage prod")).rejects.toThrow(
      /role\/operator is not authorized to perform: dynamodb:DescribeTable/,
    );
    await expect(as(restore_key_id, "dead-letters list --stage prod")).rejects.toThrow(
      /role\/operator-restore is not authorized to perform: sqs:ListQueues/,
    );
  });
});
