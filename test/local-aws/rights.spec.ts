import { CreateTableCommand } from "@aws-sdk/client-dynamodb";
import { CreateKeyCommand, DecryptCommand } from "@aws-sdk/client-kms";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { describe, expect, it, vi } from "vitest";
import { dynamoTable } from "../../core/aws/dynamo-table.ts";
import { s3SmallMedia } from "../../core/aws/s3-small-media.ts";
import type { AccountId } from "../../core/contracts/ids.ts";
import { rateLimiter } from "../../core/operations/accounts/count-request.ts";
import { startSignIn, takeSignIn } from "../../core/operations/users/start-sign-in.ts";
import { keys } from "../../core/store/keys.ts";
import { ownDeps } from "../../functions/own-deps.ts";
import { parts } from "../../functions/panel-session/index.ts";
import { keyIdOf } from "../../local/aws/rights/callers.ts";
import { type Rights, type Roles, rightsJudge } from "../../local/aws/rights/judge.ts";
import { TO_FOLLOW, TO_POLL } from "../../local/aws/rights/needed-rights.ts";
import { isAllowed, type NeededRight, type Statement } from "../../local/aws/rights/statements.ts";
import { deployment } from "../../local/system/rights/deployment.ts";
import { stillClock } from "../support/test-clock.ts";
import { clientsOf, startAws } from "./support.ts";

const TABLE = "arn:aws:dynamodb:us-east-1:000000000000:table/gateway";

const statement = (own: Partial<Statement> = {}): Statement => ({
  effect: "Allow",
  actions: ["dynamodb:GetItem"],
  resources: [TABLE],
  conditions: {},
  ...own,
});
const needed = (own: Partial<NeededRight> = {}): NeededRight => ({
  action: "dynamodb:GetItem",
  resource: TABLE,
  context: { "dynamodb:LeadingKeys": ["ACC#a"] },
  ...own,
});
const only = (roles: Roles): Rights => ({ roles, policies: [] });
const leadingKeys = (operator: string, ...values: string[]) => ({ [operator]: { "dynamodb:LeadingKeys": values } });

describe("rights are judged as IAM judges them", () => {
  it.each<[string, Statement[], NeededRight, boolean]>([
    ["an action that a statement names", [statement()], needed(), true],
    ["an action by a pattern, in any case", [statement({ actions: ["DynamoDB:Get*"] })], needed(), true],
    ["no statement", [], needed(), false],
    ["another action", [statement()], needed({ action: "dynamodb:PutItem" }), false],
    ["an index of a table that is named", [statement()], needed({ resource: `${TABLE}/index/due` }), false],
    [
      "a resource by a pattern",
      [statement({ resources: [`${TABLE}/index/*`] })],
      needed({ resource: `${TABLE}/index/due` }),
      true,
    ],
    ["a name that only begins alike", [statement({ resources: [TABLE] })], needed({ resource: `${TABLE}2` }), false],
    ["a Deny beside an Allow", [statement(), statement({ effect: "Deny" })], needed(), false],
    [
      "a partition that is named",
      [statement({ conditions: leadingKeys("ForAllValues:StringLike", "ACC#*") })],
      needed(),
      true,
    ],
    [
      "another partition",
      [statement({ conditions: leadingKeys("ForAllValues:StringEquals", "ACC#b") })],
      needed(),
      false,
    ],
    [
      "a context that the request lacks",
      [statement({ conditions: leadingKeys("StringEquals", "ACC#a") })],
      needed({ context: {} }),
      false,
    ],
  ])("%s", (_case, statements, right, allowed) => {
    expect(isAllowed(statements, right)).toBe(allowed);
  });

  it("a condition operator that is not known stops everything instead of passing for a match", () => {
    const strange = statement({ conditions: leadingKeys("StringNotEquals", "ACC#b") });

    expect(() => isAllowed([strange], needed())).toThrow("The condition operator StringNotEquals is not emulated.");
  });

  it("an action whose rights are not known is refused to a role that may not do everything, and open to the operator", () => {
    const warn = vi.fn();
    const judge = rightsJudge(only({ "api-events": [statement({ actions: ["*"], resources: ["*"] })] }), warn);

    expect(() => judge.check("api-events", "Scan", { TableName: "gateway" })).not.toThrow();
    expect(() => rightsJudge(only({ "api-events": [statement()] }), warn).check("api-events", "Scan", {})).toThrow();
    expect(() => judge.check(null, "Scan", {})).not.toThrow();
  });
});

/**
 * Starts embedded services that enforce these roles, and returns clients with the rights of the function called `name`.
 */
async function startJudged(rights: Rights, name: string) {
  const warned: string[] = [];
  const log = { debug: vi.fn(), info: vi.fn(), error: vi.fn(), warn: (_of: object, line: string) => warned.push(line) };
  const { aws, dynamo, kms, config } = await startAws({
    rights: { ...rights, current: () => null, ofLine: "session-service" },
    log: log as never, // of the log only warnings are used here
  });
  await dynamo.send(
    new CreateTableCommand({
      TableName: "gateway",
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: ["pk", "sk"].map((AttributeName) => ({ AttributeName, AttributeType: "S" as const })),
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
    }),
  );
  const { AWS_ENDPOINT_URL: endpoint = "", AWS_REGION: region = "", AWS_ACCESS_KEY_ID: operators = "" } = aws.env;
  const credentials = { accessKeyId: keyIdOf(operators, name), secretAccessKey: aws.env.AWS_SECRET_ACCESS_KEY ?? "" };
  const env = { ...aws.env, AWS_ACCESS_KEY_ID: credentials.accessKeyId };
  const asFunction = clientsOf({ env });
  return {
    table: dynamoTable("gateway", { endpoint, region, credentials }),
    warned,
    kms,
    asFunction,
    env,
    operator: config,
  };
}

const ACCOUNT = "acc_1" as AccountId;
const NOW = new Date("2026-11-20T12:00:00Z");

describe("the deployed roles", () => {
  it("let every function that checks keys count its requests, from the first of a minute on", async () => {
    const { table } = await startJudged(await deployment(), "api-events");
    const limiter = rateLimiter(table);

    for (let asked = 0; asked < 3; asked++) {
      expect(await limiter.count(keys.accountRate(ACCOUNT), 600, NOW)).toMatchObject({ passes: true });
    }
    table.close();
  });

  it("refuse what they do not name, with a line that names role, action and resource", async () => {
    const given = await deployment();
    const { roles } = given;
    const without = (roles["api-events"] ?? []).map((one) => ({
      ...one,
      actions: one.actions.filter((action) => action !== "dynamodb:PutItem"),
    }));
    const { table, warned } = await startJudged({ ...given, roles: { ...roles, "api-events": without } }, "api-events");

    await expect(rateLimiter(table).count(keys.accountRate(ACCOUNT), 600, NOW)).rejects.toThrow(/not authorized/);
    expect(warned.join()).toMatch(/assumed-role\/api-events .*dynamodb:PutItem on resource: .*table\/gateway/);
    table.close();
  });

  it("say that a file is missing only to a role that may list the bucket", async () => {
    const given = await deployment();
    const name = "work-chat-lane";
    const actionsLeft = ({ actions }: Statement) => actions.filter((action) => action !== "s3:ListBucket");
    const without = (given.roles[name] ?? []).map((one) => ({ ...one, actions: actionsLeft(one) }));
    const Bucket = "gateway-media";
    for (const isListing of [true, false]) {
      const roles = isListing ? given.roles : { ...given.roles, [name]: without };
      const { env, operator } = await startJudged({ ...given, roles }, name);
      const s3 = new S3Client({ ...operator, forcePathStyle: true });
      await s3.send(new CreateBucketCommand({ Bucket }));
      s3.destroy();
      for (const [variable, value] of Object.entries(env)) vi.stubEnv(variable, value);
      const read = s3SmallMedia({ bucket: Bucket }, stillClock()).get("ACC/acc_1/gone");

      if (isListing) await expect(read).resolves.toBeNull();
      else await expect(read).rejects.toMatchObject({ name: "AccessDenied" });
    }
    vi.unstubAllEnvs();
  });

  it("let the first person sign in before there is an API key, and another process finish it", async () => {
    const { table, kms, asFunction, env } = await startJudged(await deployment(), "panel-session");
    const { KeyMetadata } = await kms.send(new CreateKeyCommand({}));
    const given = { ...env, TABLE_NAME: "gateway", KMS_KEY_ID: KeyMetadata?.KeyId ?? "" };
    for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value);
    const begun = { to: "/", state: "s", nonce: "n", verifier: "v" };

    const token = await startSignIn(ownDeps(parts)(), begun, NOW);

    expect(await takeSignIn(ownDeps(parts)(), token, NOW)).toMatchObject({ to: "/" });
    vi.unstubAllEnvs();
    table.close();
    asFunction.destroy();
  });

  it("open the deployment's secrets to a function that checks keys, and no account's", async () => {
    const { asFunction } = await startJudged(await deployment(), "api-events");
    const opened = (owner: string) =>
      asFunction.kms.send(
        new DecryptCommand({ KeyId: "k", CiphertextBlob: Buffer.from("x"), EncryptionContext: { account_id: owner } }),
      );

    await expect(opened("acc_1")).rejects.toThrow(/kms:Decrypt on resource/);
    await expect(opened("deployment")).rejects.not.toThrow(/not authorized/); // allowed; there is no such key
    asFunction.destroy();
  });
});

describe("the policies of queues and keys", () => {
  const queue = "arn:aws:sqs:us-east-1:000000000000:notify-admins";
  const rule = "arn:aws:events:us-east-1:000000000000:rule/gateway/notify-admins";
  const endpoint = "arn:aws:sqs:us-east-1:000000000000:endpoint-lanes";
  const decrypt = (judge: ReturnType<typeof rightsJudge>) =>
    judge.check("api-events", "Decrypt", { KeyId: "k", EncryptionContext: { account_id: "deployment" } });

  it("let the rule of admins' notices send to its queue, and neither another rule nor to another queue", async () => {
    const judge = rightsJudge(await deployment(), vi.fn());

    expect(judge.maySend("events", queue, rule)).toBe(true);
    expect(judge.maySend("events", queue, `${rule}-2`)).toBe(false);
    expect(judge.maySend("events", endpoint, rule)).toBe(false);
  });

  it("let schedules send to lane queues by Scheduler's role, and to no other", async () => {
    const judge = rightsJudge(await deployment(), vi.fn());

    expect(judge.maySend("scheduler", endpoint)).toBe(true);
    expect(judge.maySend("scheduler", queue)).toBe(false);
  });

  it("deny what a role may do by itself, and a key lets its account decide or nobody", async () => {
    const given = await deployment();
    const closed: Rights["policies"] = [
      { ...statement({ effect: "Deny", actions: ["sqs:*"], resources: ["*"] }), principals: ["AWS *"] },
    ];
    const send = { QueueUrl: "http://127.0.0.1/000000000000/endpoint-lanes" };

    expect(() => rightsJudge(given, vi.fn()).check("api-messages", "SendMessage", send)).not.toThrow();
    expect(() =>
      rightsJudge({ ...given, policies: closed }, vi.fn()).check("api-messages", "SendMessage", send),
    ).toThrow(/sqs:SendMessage/);
    expect(() => decrypt(rightsJudge(given, vi.fn()))).not.toThrow();
    expect(() => decrypt(rightsJudge({ ...given, policies: [] }, vi.fn()))).toThrow(/kms:Decrypt/);
  });

  it("let Lambda take messages and changes in the name of the functions that it starts with them", async () => {
    const given = await deployment();
    const judge = rightsJudge(given, vi.fn());
    const lane = { QueueUrl: "http://127.0.0.1/000000000000/chat-lanes" };

    for (const action of ["ReceiveMessage", "DeleteMessageBatch"]) judge.check("work-chat-lane", action, lane);
    judge.require("work-chat-lane", TO_POLL("arn:aws:sqs:us-east-1:000000000000:chat-lanes"));
    for (const right of TO_FOLLOW) judge.require("forward-to-bus", right);
    expect(() => judge.check("api-events", "ReceiveMessage", lane)).toThrow(/sqs:ReceiveMessage/);
    expect(() => judge.require("sweep-lanes", TO_FOLLOW[0] as NeededRight)).toThrow(/dynamodb:DescribeStream/);
  });
});
