import { afterEach, describe, expect, it } from "vitest";
import { INDEXES } from "../../core/store/table.ts";
import { STAGES, type StageConfig, stageConfig } from "../../lib/config.ts";
import { type StackTemplate, synthesised } from "./synthesised.ts";

const TABLE = "arn:aws:dynamodb:eu-central-1:111122223333:table/gateway-restored";
const STREAM = `${TABLE}/stream/2026-11-22T18:00:00.123`;
const KEY = "arn:aws:kms:eu-central-1:111122223333:key/0f0f0f0f-1111-2222-3333-444455556666";

function stageWith(change: Partial<StageConfig>): string {
  STAGES.trial = { profile: "standard", ...change, stage: "trial" } as (typeof STAGES)[string];
  return "trial";
}
afterEach(() => {
  delete STAGES.trial;
});

interface Statement {
  Action: string | string[];
  Resource: unknown;
  Condition?: { StringEquals?: Record<string, unknown> };
}

const statements = (stacks: StackTemplate[]): Statement[] =>
  stacks.flatMap((stack) =>
    stack.ofType("AWS::IAM::Policy").flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement),
  );
const asks = ({ Action }: Statement, service: string) => [Action].flat().some((one) => one.startsWith(`${service}:`));

describe("a stage on a restored table", () => {
  const before = synthesised(stageWith({}));
  const after = synthesised(stageWith({ existingTable: { streamArn: STREAM, keyArn: KEY } }));
  delete STAGES.trial;

  it("leaves the stack's own table, and all else that holds data, as they are", () => {
    expect(after.data.resources).toEqual(before.data.resources);
    const [[, own] = ["", undefined]] = after.data.ofType("AWS::DynamoDB::Table");
    expect(own).toMatchObject({ DeletionPolicy: "RetainExceptOnCreate", UpdateReplacePolicy: "Retain" });
  });

  it("goes on exporting what deployed stacks still import, so that the data stack can be deployed first", () => {
    const exports = (stack: StackTemplate) =>
      Object.values<{ Export?: { Name: string } }>(stack.template.toJSON().Outputs).flatMap(
        ({ Export }) => Export?.Name ?? [],
      );
    expect(exports(before.data).length).toBeGreaterThan(3);
    expect(exports(after.data)).toEqual(expect.arrayContaining(exports(before.data)));
  });

  it("tells the operator's commands its name", () => {
    expect(after.data.template.toJSON().Outputs.TableName).toEqual({ Value: "gateway-restored" });
  });

  it("gives every right on a table to the restored one, its indexes and its stream, and to no other", () => {
    const indexes = Object.values(INDEXES).map(({ name }) => `${TABLE}/index/${name}`);
    const granted = statements([after.service, after.session]).filter((one) => asks(one, "dynamodb"));
    const resources = new Set(granted.flatMap(({ Resource }) => [Resource].flat()));
    expect([...resources].sort()).toEqual([TABLE, ...indexes, STREAM].sort());

    const count = (stacks: typeof after) =>
      statements([stacks.service, stacks.session]).filter((one) => asks(one, "dynamodb")).length;
    expect(count(after)).toBe(count(before));
  });

  it("is told to every runtime by its name, and its stream to the function that follows it", () => {
    const variables = [...after.service.ofType("AWS::Lambda::Function")].flatMap(
      ([, { Properties }]) => Properties.Environment?.Variables?.TABLE_NAME ?? [],
    );
    expect(new Set(variables)).toEqual(new Set(["gateway-restored"]));
    expect(variables.length).toBeGreaterThan(5);
    expect(JSON.stringify(after.session.ofType("AWS::ECS::TaskDefinition"))).toContain(
      '{"Name":"TABLE_NAME","Value":"gateway-restored"}',
    );
    const mappings = after.service.ofType("AWS::Lambda::EventSourceMapping").map(([, { Properties }]) => Properties);
    expect(mappings.filter(({ StartingPosition }) => StartingPosition).map((one) => one.EventSourceArn)).toEqual([
      STREAM,
    ]);
  });

  it("has its alarms on it", () => {
    const metrics = JSON.stringify(after.service.ofType("AWS::CloudWatch::Alarm"));
    expect(metrics).toContain('{"Name":"TableName","Value":"gateway-restored"}');
  });

  it("lets them use the key that it lies under, through the table only", () => {
    const through = (one: Statement) => JSON.stringify(one.Condition ?? {}).includes("dynamodb.");
    const ofTable = statements([after.service, after.session]).filter((one) => asks(one, "kms") && through(one));
    expect(ofTable.length).toBeGreaterThan(3);
    expect(new Set(ofTable.map(({ Resource }) => Resource))).toEqual(new Set([KEY]));
  });

  it("asks for no key when AWS owns it", () => {
    const stacks = synthesised(stageWith({ existingTable: { streamArn: STREAM, keyArn: null } }));
    const through = (one: Statement) => JSON.stringify(one.Condition ?? {}).includes("dynamodb.");
    expect(statements([stacks.service, stacks.session]).filter((one) => asks(one, "kms") && through(one))).toEqual([]);
  });

  it("passes the security rules", () => {
    const stage = stageWith({ existingTable: { streamArn: STREAM, keyArn: KEY } });
    expect(() => synthesised(stage, { areRulesChecked: true })).not.toThrow();
  });
});

describe("a restored table that is not named in full", () => {
  it.each([TABLE, "gateway-restored", `${STREAM} `, ""])("is refused: the stream %j", (streamArn) => {
    const stage = stageWith({ existingTable: { streamArn, keyArn: null } });
    expect(() => stageConfig(stage)).toThrow(/"trial" has existingTable.streamArn .*table prepare/);
  });

  it.each(["alias/mine", "arn:aws:kms:eu-central-1:111122223333:alias/mine", ""])(
    "is refused: the key %j",
    (keyArn) => {
      const stage = stageWith({ existingTable: { streamArn: STREAM, keyArn } });
      expect(() => stageConfig(stage)).toThrow(/"trial" has existingTable.keyArn .*table prepare/);
    },
  );
});
