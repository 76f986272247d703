import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { rightsJudge } from "../../local/aws/rights/judge.ts";
import type { Statement } from "../../local/aws/rights/statements.ts";
import { noteUsedRights, rightsOf } from "../../local/aws/rights/used-rights.ts";
import { passingFolder } from "../support/passing-folder.ts";
import { unusedRights } from "./unused-rights.ts";

const TABLE = "arn:aws:dynamodb:us-east-1:000000000000:table/gateway";

const statement = (own: Partial<Statement>): Statement => ({
  effect: "Allow",
  actions: [],
  resources: ["*"],
  conditions: {},
  ...own,
});
const secretsOf = (...owners: string[]) =>
  statement({
    actions: ["kms:Decrypt", "kms:GenerateDataKey"],
    conditions: { StringLike: { "kms:EncryptionContext:account_id": owners } },
  });
const items = statement({ actions: ["dynamodb:GetItem", "dynamodb:PutItem"], resources: [TABLE] });
const files = statement({ actions: ["s3:PutObject"] });

const unusedOf = (statements: Statement[], ...used: string[]) =>
  unusedRights(rightsOf({ "api-chats": statements }), new Set(used), {});
const told = (right: string) => `No test has used a right that is deployed: api-chats ${right}.`;

describe("a right that no test of a whole run has used", () => {
  it("is named with its role, however many others use that action", () => {
    expect(unusedOf([files], "mcp s3:PutObject")).toEqual([told("s3:PutObject")]);
    expect(unusedOf([files], "api-chats s3:PutObject")).toEqual([]);
  });

  it("is excused by another one of the same grant, as long as somebody uses it", () => {
    const used = ["api-chats dynamodb:GetItem", "mcp dynamodb:PutItem"];

    expect(unusedOf([items], ...used)).toEqual([]);
    expect(unusedOf([items], "api-chats dynamodb:GetItem")).toEqual([told("dynamodb:PutItem")]);
    expect(unusedOf([items], "mcp dynamodb:GetItem", "mcp dynamodb:PutItem")).toHaveLength(2);
  });

  it("is not excused by the key of another owner", () => {
    const used = ["api-chats kms:Decrypt of acc_*", "mcp kms:GenerateDataKey of acc_*", "mcp kms:Decrypt of agent_*"];

    expect(unusedOf([secretsOf("acc_*"), secretsOf("agent_*")], ...used, "mcp kms:GenerateDataKey of agent_*")).toEqual(
      [told("kms:Decrypt of agent_*"), told("kms:GenerateDataKey of agent_*")],
    );
  });

  it("is kept for a reason, of one role or of all, and one to write a log always", () => {
    const given = rightsOf({ "api-chats": [files, statement({ actions: ["logs:PutLogEvents"] })] });

    expect(unusedRights(given, new Set(), { "api-chats s3:PutObject": "why" })).toEqual([]);
    expect(unusedRights(given, new Set(), { "s3:PutObject": "why" })).toEqual([]);
    expect(unusedRights(given, new Set(), { "mcp s3:PutObject": "why" })).toEqual([told("s3:PutObject")]);
  });
});

describe("what a gateway notes of used rights", () => {
  it("is each one once, of whose data it was, and nothing that was refused", () => {
    const folder = passingFolder("used-rights-");
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const roles = { "api-chats": [items, secretsOf("acc_*"), secretsOf("agent_*")] };
    const anyKey = { ...statement({ actions: ["kms:*"] }), principals: ["AWS arn:aws:iam::000000000000:root"] };
    const judge = rightsJudge({ roles, policies: [anyKey] }, () => undefined, noteUsedRights(folder, roles));
    const open = (account_id: string) =>
      judge.check("api-chats", "Decrypt", { KeyId: "k", EncryptionContext: { account_id } });

    for (const _twice of [1, 2]) judge.check("api-chats", "GetItem", { Key: { pk: { S: "ACC#a" } } });
    open("agent_1");
    expect(() => open("inst_1")).toThrow(/not authorized/);
    expect(() => judge.check("api-chats", "DeleteItem", { Key: {} })).toThrow(/not authorized/);

    const [file = ""] = readdirSync(folder);
    expect(readFileSync(join(folder, file), "utf8")).toBe(
      "api-chats dynamodb:GetItem\napi-chats kms:Decrypt of agent_*\n",
    );
  });
});
