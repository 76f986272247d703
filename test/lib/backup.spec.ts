import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { refusedChanges } from "../../bin/gate/refused-changes.ts";
import { GatedTemplate } from "../../bin/gate/template.ts";
import { ROOT } from "../../build/bundle.ts";
import type { BackupSettings } from "../../lib/backup-settings.ts";
import { STAGES, type StageConfig, stageConfig } from "../../lib/config.ts";
import { idleBill } from "../../lib/idle-bill/idle-bill.ts";
import { PRICES } from "../../lib/prices.ts";
import { BACKUP, ELSEWHERE } from "./backup-stage.ts";
import { type StackTemplate, synthesised } from "./synthesised.ts";
import { alarmsOf } from "./watched.ts";

function stageWith(change: Partial<StageConfig>): string {
  STAGES.trial = { profile: "standard", ...change, stage: "trial" } as (typeof STAGES)[string];
  return "trial";
}
afterEach(() => {
  delete STAGES.trial;
});

const OWN_VAULT = {
  "Fn::Join": [
    "",
    [
      "arn:",
      { Ref: "AWS::Partition" },
      ":backup:",
      { Ref: "AWS::Region" },
      ":",
      { Ref: "AWS::AccountId" },
      ":backup-vault:messaging-gateway-trial",
    ],
  ],
};

/** Returns the only resource of a type. */
function only({ ofType }: StackTemplate, type: string) {
  const [first, ...others] = ofType(type);
  if (!first || others.length > 0) throw new Error(`There are ${others.length + (first ? 1 : 0)} of ${type}.`);
  const [id, { Properties, ...more }] = first;
  return { id, ...more, Properties };
}

const without = synthesised(stageWith({}));
const stacks = synthesised(stageWith(BACKUP));
// All settings except the copy, and a lock that can be removed.
const plain = synthesised(stageWith({ profile: "small", backup: { copyTo: null, keepDays: 7, lock: "governance" } }));
delete STAGES.trial;
const table = Object.values(stacks.service.ofType("AWS::Backup::BackupSelection"))[0]?.[1].Properties.BackupSelection
  .Resources[0];

describe("a stage without backups", () => {
  it("has nothing of AWS Backup", () => {
    expect(JSON.stringify(Object.values(without).map(({ resources }) => resources))).not.toMatch(
      /AWS::Backup|aws\.backup/,
    );
  });

  it("keeps every resource as it is when it gets them, but for the order in which the table is made", () => {
    const { DependsOn: _, ...before } = only(without.data, "AWS::DynamoDB::Table");
    const { DependsOn: vaultToo, ...after } = only(stacks.data, "AWS::DynamoDB::Table");
    expect(after).toEqual(before);
    expect(vaultToo).toContain(only(stacks.data, "AWS::Backup::BackupVault").id);
    for (const [id, { Type, Properties }] of Object.entries(without.data.resources))
      if (Type !== "AWS::DynamoDB::Table") expect(stacks.data.resources[id]?.Properties).toEqual(Properties);
  });
});

describe("a stage with backups", () => {
  it("has a vault of its own that is locked for the days they are kept, and that stays", () => {
    const vault = only(stacks.data, "AWS::Backup::BackupVault");
    expect(vault).toMatchObject({ DeletionPolicy: "RetainExceptOnCreate", UpdateReplacePolicy: "Retain" });
    expect(vault.Properties).toMatchObject({
      BackupVaultName: "messaging-gateway-trial",
      LockConfiguration: { MinRetentionDays: 14, MaxRetentionDays: 15, ChangeableForDays: 5 },
    });
  });

  it("may have a lock that can be taken away", () => {
    expect(only(plain.data, "AWS::Backup::BackupVault").Properties.LockConfiguration).toEqual({
      MinRetentionDays: 7,
      MaxRetentionDays: 8,
    });
  });

  it("backs up once a day into it, and copies each backup to the vault that it names, for as many days", () => {
    expect(only(stacks.service, "AWS::Backup::BackupPlan").Properties.BackupPlan.BackupPlanRule).toEqual([
      expect.objectContaining({
        ScheduleExpression: "cron(0 3 * * ? *)",
        TargetBackupVault: "messaging-gateway-trial",
        Lifecycle: { DeleteAfterDays: 14 },
        CopyActions: [{ DestinationBackupVaultArn: ELSEWHERE, Lifecycle: { DeleteAfterDays: 14 } }],
      }),
    ]);
    const [rule] = only(plain.service, "AWS::Backup::BackupPlan").Properties.BackupPlan.BackupPlanRule;
    expect(rule.CopyActions).toBeUndefined();
  });

  it("backs up the table and nothing else, by its ARN, also one that was restored", () => {
    const { BackupSelection } = only(stacks.service, "AWS::Backup::BackupSelection").Properties;
    expect(BackupSelection.Resources).toHaveLength(1);
    expect(JSON.stringify(BackupSelection.Resources)).toContain("SingleTable");
    expect(BackupSelection.ListOfTags).toBeUndefined();

    const arn = "arn:aws:dynamodb:eu-central-1:111122223333:table/restored";
    const existingTable = { streamArn: `${arn}/stream/2026-11-22T18:00:00.123`, keyArn: null };
    const { service } = synthesised(stageWith({ ...BACKUP, existingTable }));
    expect(only(service, "AWS::Backup::BackupSelection").Properties.BackupSelection.Resources).toEqual([arn]);
  });

  it("lets AWS Backup do what one table's backups need, and no managed policy more", () => {
    const { IamRoleArn } = only(stacks.service, "AWS::Backup::BackupSelection").Properties.BackupSelection;
    const role = IamRoleArn["Fn::GetAtt"][0];
    expect(stacks.service.resources[role]?.Properties.ManagedPolicyArns).toBeUndefined();
    expect(JSON.stringify(stacks.service.resources[role]?.Properties.AssumeRolePolicyDocument)).toContain(
      '{"Service":"backup.amazonaws.com"}',
    );
    const [, policy] =
      stacks.service
        .ofType("AWS::IAM::Policy")
        .find(([, { Properties }]) => JSON.stringify(Properties.Roles).includes(`"${role}"`)) ?? [];
    const may = policy?.Properties.PolicyDocument.Statement.map(
      ({ Action, Resource }: { Action: unknown; Resource: unknown }) => [Action, Resource],
    );
    expect(may).toEqual([
      [["dynamodb:DescribeTable", "dynamodb:ListTagsOfResource", "dynamodb:StartAwsBackupJob"], table],
      [["kms:Decrypt", "kms:DescribeKey", "kms:GenerateDataKey"], expect.anything()],
      [
        ["backup:CopyIntoBackupVault", "backup:DescribeBackupVault"],
        [ELSEWHERE, OWN_VAULT],
      ],
      ["backup:CopyFromBackupVault", "*"],
      ["backup:TagResource", { "Fn::Join": ["", ["arn:", { Ref: "AWS::Partition" }, ":backup:*:*:recovery-point:*"]] }],
    ]);
  });

  it("tells the topic of mails of each backup and each copy of its table that was not made", () => {
    const [, rule] =
      stacks.service
        .ofType("AWS::Events::Rule")
        .find(([, { Properties }]) => Properties.EventPattern?.source?.includes("aws.backup")) ?? [];
    expect(rule?.Properties.EventPattern).toEqual({
      source: ["aws.backup"],
      "detail-type": ["Backup Job State Change", "Copy Job State Change"],
      detail: { state: ["FAILED", "ABORTED", "EXPIRED"], resourceArn: [table] },
    });
    const topic = rule?.Properties.Targets[0].Arn.Ref;
    expect(stacks.service.resources[topic]?.Properties.DisplayName).toBe("Messaging gateway trial");
    expect(JSON.stringify(stacks.service.ofType("AWS::SNS::TopicPolicy"))).toContain("events.amazonaws.com");
  });

  it("has an alarm that goes off when no backup of its vault has ended for two days, told or not, however small the stage is", () => {
    for (const { service, data } of [stacks, plain]) {
      const [alarm] = alarmsOf([service]).filter(({ Properties }) => Properties.AlarmName.endsWith("-backup-missing"));
      expect(alarm?.Properties).toMatchObject({
        Namespace: "AWS/Backup",
        MetricName: "NumberOfBackupJobsCompleted",
        Dimensions: [
          { Name: "BackupVaultName", Value: only(data, "AWS::Backup::BackupVault").Properties.BackupVaultName },
        ],
        Statistic: "Sum",
        Period: 86_400,
        EvaluationPeriods: 2,
        Threshold: 1,
        ComparisonOperator: "LessThanThreshold",
        TreatMissingData: "breaching",
      });
    }
    expect(JSON.stringify(alarmsOf([without.service]))).not.toContain("backup-missing");
  });

  it("costs its alarm and nothing more while the table is empty, and the page says what a GB costs", () => {
    const bill = (of: typeof stacks) => idleBill(Object.values(of).map(({ resources }) => ({ Resources: resources })));
    expect(bill(stacks).unpriced).toEqual([]);
    expect(bill(stacks).usd).toBeCloseTo(bill(without).usd + PRICES.alarmMetricMonth.usd);
    const row = `${PRICES.backupGbMonth.usd.toFixed(2)} per GB of the table for each day that is kept, the same again for the copies, and ${PRICES.backupCopyGb.usd.toFixed(2)} per GB copied to another region`;
    expect(readFileSync(join(ROOT, "docs/deployment.md"), "utf8")).toContain(row);
  });

  it("is not let go of, nor unlocked sooner, by an update that the gate looks at", () => {
    const [before, gone] = [stacks, without].map(({ data }) => GatedTemplate.parse(data.template.toJSON()));
    const { data } = synthesised(stageWith({ backup: { ...BACKUP.backup, keepDays: 13 } }));
    if (!before || !gone) throw new Error("There is no data stack.");
    expect(refusedChanges(before, gone)[0]?.meaning).toContain("the backup vault");
    expect(refusedChanges(before, GatedTemplate.parse(data.template.toJSON()))[0]?.meaning).toContain("deleted sooner");
  });
});

describe("backups that AWS would refuse", () => {
  const refusal = (change: Partial<BackupSettings>) => {
    const stage = stageWith({ backup: { ...BACKUP.backup, ...change } });
    return () => stageConfig(stage);
  };

  it.each([
    "copies",
    "",
    "arn:aws:backup:eu-west-1:44:backup-vault:copies",
    "arn:aws:backup:eu-west-1:444455556666:backup-vault:a b",
    "arn:aws:s3:::copies",
    `${ELSEWHERE} `,
  ])("are refused before: a copy to %j", (copyTo) => {
    expect(refusal({ copyTo })).toThrow(/"trial" has backup.copyTo .*full ARN of a backup vault/);
  });

  it("are refused before: a copy to an account's vault called Default", () => {
    expect(refusal({ copyTo: ELSEWHERE.replace("copies-of-prod", "Default") })).toThrow(
      /a vault named Default; AWS Backup can't copy into such a vault/,
    );
  });

  it.each([0, -1, 1.5, Number.NaN, 36_500])("are refused before: kept for %d days", (keepDays) => {
    expect(refusal({ keepDays })).toThrow(/has backup.keepDays .*a whole number from 1 to 36499/);
  });

  it.each([0, 2, 3.5, 36_501])("are refused before: a lock that can be changed for %d days", (changeableForDays) => {
    expect(refusal({ lock: { changeableForDays } })).toThrow(/changeableForDays .*"governance"/);
  });

  it("are others than these", () => {
    expect(refusal({ keepDays: 1, lock: { changeableForDays: 3 } })).not.toThrow();
    expect(refusal({ copyTo: null, keepDays: 36_499, lock: "governance" })).not.toThrow();
  });
});
