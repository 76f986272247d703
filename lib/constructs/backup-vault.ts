import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { BackupVault as Vault } from "aws-cdk-lib/aws-backup";
import { Construct } from "constructs";
import { type BackupSettings, vaultName } from "../backup-settings.ts";

/**
 * The locked vault for the table's backups. It is in the data stack, and remains when that stack is deleted; the plan
 * that fills it refers to it by name, so that no export ties the two stacks together.
 */
export class BackupVault extends Construct {
  constructor(scope: Construct, id: string, props: { stage: string; backup: BackupSettings }) {
    super(scope, id);
    const { stage, backup } = props;
    // Without a key of ours, AWS Backup's own encrypts it, which is one less key whose loss would lose every backup.
    new Vault(this, "Vault", {
      backupVaultName: vaultName(stage),
      lockConfiguration: {
        // The plan's days: none is deleted sooner, and people's words aren't kept forever. CDK wants the second above
        // the first.
        minRetention: Duration.days(backup.keepDays),
        maxRetention: Duration.days(backup.keepDays + 1),
        ...(backup.lock !== "governance" && { changeableFor: Duration.days(backup.lock.changeableForDays) }),
      },
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }
}
