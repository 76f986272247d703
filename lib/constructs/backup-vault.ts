import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { BackupVault as Vault } from "aws-cdk-lib/aws-backup";
import { Construct } from "constructs";
import { type BackupSettings, vaultName } from "../backup-settings.ts";

/**
 * The locked vault for table backups. It is part of the data stack and is retained when that stack is deleted. The
 * backup plan refers to the vault by name, so no export ties the two stacks together.
 */
export class BackupVault extends Construct {
  constructor(scope: Construct, id: string, props: { stage: string; backup: BackupSettings }) {
    super(scope, id);
    const { stage, backup } = props;
    // If no key is specified, the vault is encrypted with AWS Backup's own key. If the vault used our key, losing that
    // key would mean losing every backup.
    new Vault(this, "Vault", {
      backupVaultName: vaultName(stage),
      lockConfiguration: {
        // The minimum is the number of days in the plan, so no backup is deleted early. The maximum ensures that
        // people's messages aren't retained indefinitely, and CDK requires it to be greater than the minimum.
        minRetention: Duration.days(backup.keepDays),
        maxRetention: Duration.days(backup.keepDays + 1),
        ...(backup.lock !== "governance" && { changeableFor: Duration.days(backup.lock.changeableForDays) }),
      },
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }
}
