import { Duration, Stack } from "aws-cdk-lib";
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from "aws-cdk-lib/aws-backup";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { SnsTopic } from "aws-cdk-lib/aws-events-targets";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";
import { type BackupSettings, vaultName } from "../backup-settings.ts";
import { acknowledge } from "./acknowledge.ts";
import type { SingleTable } from "./single-table.ts";

/** The hour at which the daily backup starts, in UTC. */
const HOUR = 3;
/** How long AWS Backup waits for a job to start or finish before it gives up and reports the job. */
const START_WITHIN = Duration.hours(2);
const END_WITHIN = Duration.hours(23);

const RECOVERY_POINTS = "backup:*:*:recovery-point:*";

/** The final states of a job that did not create a backup. */
const ENDED_WITHOUT = ["FAILED", "ABORTED", "EXPIRED"];

/** Properties of the backup plan. */
interface TableBackupProps {
  stage: string;
  table: SingleTable;
  backup: BackupSettings;
  /** The topic that receives an email for each failed backup or copy. */
  failuresTo: ITopic;
}

/**
 * Backs up the current table to the stage's vault daily, copies each backup to another vault if configured, and reports
 * failures by email.
 */
export class TableBackup extends Construct {
  constructor(scope: Construct, id: string, props: TableBackupProps) {
    super(scope, id);
    const { stage, table, backup } = props;
    const name = vaultName(stage);
    const vault = BackupVault.fromBackupVaultName(this, "Vault", name);
    const deleteAfter = Duration.days(backup.keepDays);
    const target = backup.copyTo === null ? null : BackupVault.fromBackupVaultArn(this, "CopyTo", backup.copyTo);
    const plan = new BackupPlan(this, "Plan", {
      backupPlanName: name,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: "daily",
          backupVault: vault,
          scheduleExpression: Schedule.cron({ hour: String(HOUR), minute: "0" }),
          startWindow: START_WITHIN,
          completionWindow: END_WITHIN,
          deleteAfter,
          ...(target && { copyActions: [{ destinationBackupVault: target, deleteAfter }] }),
        }),
      ],
    });
    const role = this.#role(table, [vault.backupVaultArn, ...(target ? [target.backupVaultArn] : [])]);
    plan.addSelection("Table", {
      backupSelectionName: name,
      resources: [BackupResource.fromArn(table.tableArn)],
      role,
      disableDefaultBackupPolicy: true,
    });
    this.#tellFailures(props);
  }

  /**
   * The part of AWS's own backup policy (AWSBackupServiceRolePolicyForBackup) needed to back up a table, limited to
   * this table.
   */
  #role(table: SingleTable, vaults: string[]): Role {
    const role = new Role(this, "Role", {
      description: "What AWS Backup may do to make the table's backups.",
      assumedBy: new ServicePrincipal("backup.amazonaws.com"),
    });
    table.grantBackup(role);
    const [own = "", ...others] = vaults;
    role.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ["backup:DescribeBackupVault", "backup:CopyIntoBackupVault"],
        resources: [own, ...others],
      }),
    );
    role.addToPrincipalPolicy(new PolicyStatement({ actions: ["backup:CopyFromBackupVault"], resources: ["*"] }));
    role.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ["backup:TagResource"],
        resources: [`arn:${Stack.of(this).partition}:${RECOVERY_POINTS}`],
        // biome-ignore lint/suspicious/noTemplateCurlyInString: IAM fills it in
        conditions: { StringEquals: { "aws:PrincipalAccount": "${aws:ResourceAccount}" } },
      }),
    );
    acknowledge(role, {
      "AwsSolutions-IAM5[Resource::*]":
        "AWS documents no resource for backup:CopyFromBackupVault but all, and its own policy names none either. The role is AWS Backup's alone.",
      [`AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:${RECOVERY_POINTS}]`]:
        "The ARN of a backup is made up when it is made; the condition keeps to this account's.",
    });
    return role;
  }

  #tellFailures({ table, failuresTo }: TableBackupProps): void {
    const rule = new Rule(this, "Failures", {
      description: "Backups of the table, and copies of them, that were not made.",
      eventPattern: {
        source: ["aws.backup"],
        detailType: ["Backup Job State Change", "Copy Job State Change"],
        // Events of both types contain the table's ARN.
        detail: { state: ENDED_WITHOUT, resourceArn: [table.tableArn] },
      },
      targets: [new SnsTopic(failuresTo)],
    });
    acknowledge(rule, {
      "Serverless-EventBusDLQ":
        "A mail that can't be delivered has nobody who would read its dead letter; the job stays visible in AWS Backup.",
    });
  }
}
