import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Bundle } from "../../build/bundle.ts";
import type { StageConfig } from "../config.ts";
import { BackupVault } from "../constructs/backup-vault.ts";
import { InternalBus } from "../constructs/internal-bus.ts";
import { MediaBucket } from "../constructs/media-bucket.ts";
import { PeoplePool } from "../constructs/panel/people-pool.ts";
import { SecretsKey } from "../constructs/secrets-key.ts";
import { SingleTable } from "../constructs/single-table.ts";
import { StorageKey } from "../constructs/storage-key.ts";

/** Input for creating the stack. */
export interface DataStackProps extends StackProps {
  config: StageConfig;
  bundles: readonly Pick<Bundle, "name" | "folder">[];
}

/**
 * All resources that hold data. This stack is deployed first, and its resources are retained when it is deleted. They
 * are removed only if a failed first deployment is rolled back.
 */
export class DataStack extends Stack {
  readonly table: SingleTable;
  readonly secrets: SecretsKey;
  readonly bus: InternalBus;
  readonly media: MediaBucket;
  /** The user pool, or null if the stage has no panel. */
  readonly people: PeoplePool | null;

  constructor(scope: Construct, id: string, props: DataStackProps) {
    super(scope, id, { ...props, terminationProtection: true });
    const { config, bundles } = props;
    const storageKey = config.hasStorageKey ? new StorageKey(this, "StorageKey", config) : null;
    this.table = new SingleTable(this, "SingleTable", { key: storageKey, existing: config.existingTable });
    this.secrets = new SecretsKey(this, "Secrets");
    this.bus = new InternalBus(this, "InternalBus", { config });
    // Outputs read by the operator's commands.
    new CfnOutput(this, "TableName", { value: this.table.tableName });
    new CfnOutput(this, "BusName", { value: this.bus.bus.eventBusName });
    new CfnOutput(this, "SecretsKeyArn", { value: this.secrets.keyArn });
    this.media = new MediaBucket(this, "Media", { key: storageKey, uploadsFrom: panelOrigin(config) });
    const { stage, backup } = config;
    const vault = backup ? [new BackupVault(this, "Backup", { stage, backup })] : [];
    // The table has deletion protection, so rolling back a first deployment couldn't remove it. It is therefore created
    // last, when little else can fail.
    this.table.node.addDependency(this.secrets, this.bus, this.media, ...vault);
    this.people = config.hasPanel ? new PeoplePool(this, "People", { config, bundles, table: this.table }) : null;
  }
}

/**
 * Returns the panel's origin, or null if the stage has no panel. The panel's CloudFront host name isn't available until
 * after this stack has been deployed, so the result covers all CloudFront host names. That is safe because a page on
 * another site has no presigned URL.
 */
function panelOrigin({ hasPanel, panelDomain }: StageConfig): string | null {
  if (!hasPanel) return null;
  return panelDomain === null ? "https://*.cloudfront.net" : `https://${panelDomain}`;
}
