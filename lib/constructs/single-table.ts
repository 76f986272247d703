import { RemovalPolicy, Stack } from "aws-cdk-lib";
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from "aws-cdk-lib/aws-dynamodb";
import { type IPrincipal, PolicyStatement, type Role } from "aws-cdk-lib/aws-iam";
import { type IKey, Key } from "aws-cdk-lib/aws-kms";
import { Construct } from "constructs";
import { ENV } from "../../core/env.ts";
import { INDEXES } from "../../core/store/table.ts";
import { type ExistingTable, tableOfStream } from "../existing-table.ts";
import type { Runtime } from "./runtime.ts";

/**
 * Actions that read items. Scan isn't one of them: it would read every tenant's data and slow down as the table grows.
 */
const READS = ["GetItem", "BatchGetItem", "Query"];
/** Actions that read and write items. */
const ALL = [...READS, "PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"];

/** The partitions that contain users' sign-ins and sessions: core/store/people-keys.ts. */
const PEOPLE = ["SUB#*", "USER#*", "SESSION#*"];

/** Actions that Lambda uses to read the table's stream. */
const STREAM_READS = ["DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"];

/** Actions that read a table's settings, followed by actions that add the settings missing from a restored table. */
const SETTINGS_READ = ["DescribeTable", "DescribeTimeToLive", "DescribeContinuousBackups", "ListTagsOfResource"];
const SETTINGS_SET = ["UpdateTable", "UpdateTimeToLive", "UpdateContinuousBackups", "TagResource"];

/** Actions that DynamoDB performs with the encryption key on its caller's behalf. */
const KEY_ACTIONS = ["Encrypt", "Decrypt", "ReEncryptFrom", "ReEncryptTo", "GenerateDataKey", "DescribeKey"];

/**
 * The gateway's table. It is retained when its stack is deleted, can't be deleted by mistake, and can be restored to
 * any second of the last 35 days. A restore creates a new table. The stage then uses that table through its settings
 * (`existing`), while the stack's own table stays unchanged.
 */
export class SingleTable extends Construct {
  readonly tableName: string;
  readonly tableArn: string;
  /** The stream of all item changes, retained for 24 hours. */
  readonly streamArn: string;
  readonly #key: IKey | null;

  constructor(scope: Construct, id: string, props: { key: IKey | null; existing: ExistingTable | null }) {
    super(scope, id);
    const own = this.#ownTable(props.key);
    if (!props.existing) {
      this.tableName = own.tableName;
      this.tableArn = own.tableArn;
      this.streamArn = own.streamArn;
      this.#key = props.key;
      return;
    }
    const { streamArn, keyArn } = props.existing;
    const { name, arn } = tableOfStream(streamArn);
    this.tableName = name;
    this.tableArn = arn;
    this.streamArn = streamArn;
    this.#key = keyArn === null ? null : Key.fromKeyArn(this, "ExistingKey", keyArn);
    // Stacks that have already been deployed still import these values, and CloudFormation refuses to remove an export
    // that is in use.
    for (const value of [own.tableName, own.tableArn, own.streamArn, ...(props.key ? [props.key.keyArn] : [])]) {
      Stack.of(this).exportValue(value);
    }
  }

  #ownTable(key: IKey | null): { tableName: string; tableArn: string; streamArn: string } {
    // Use Table rather than TableV2: with our own key, TableV2 requires a fixed region, and these stacks must work in
    // any region.
    const table = new Table(this, "Table", {
      partitionKey: { name: "pk", type: AttributeType.STRING },
      sortKey: { name: "sk", type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      // Without our own key, the table is encrypted with a key owned by AWS. Switching between the two updates the
      // table in place.
      ...(key
        ? { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: key }
        : { encryption: TableEncryption.DEFAULT }),
      timeToLiveAttribute: "ttl",
      stream: StreamViewType.NEW_IMAGE,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    for (const index of Object.values(INDEXES)) {
      table.addGlobalSecondaryIndex({
        indexName: index.name,
        partitionKey: { name: index.pk, type: AttributeType.STRING },
        sortKey: { name: index.sk, type: AttributeType.STRING },
        projectionType: ProjectionType.KEYS_ONLY,
      });
    }
    const { tableName, tableArn, tableStreamArn: streamArn } = table;
    if (streamArn === undefined) throw new Error("The table has no stream.");
    return { tableName, tableArn, streamArn };
  }

  /** Allows `runtime` to read and write items, including in transactions. Also passes the table name to `runtime`. */
  grantUse(runtime: Runtime): void {
    this.#grant(runtime, ALL);
  }

  /** Lets `runtime` read items. */
  grantReads(runtime: Runtime): void {
    this.#grant(runtime, READS);
  }

  /** Lets `runtime` read items by key from one partition only. */
  grantReadsOf(runtime: Runtime, partition: string): void {
    runtime.addEnvironment(ENV.tableName, this.tableName);
    runtime.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ["dynamodb:GetItem"],
        resources: [this.tableArn],
        conditions: { "ForAllValues:StringEquals": { "dynamodb:LeadingKeys": [partition] } },
      }),
    );
    this.#grantKey(runtime, KEY_ACTIONS);
  }

  /** Allows `runtime` to find users by their sign-ins and delete their sessions, in those partitions only. */
  grantEndSessions(runtime: Runtime): void {
    runtime.addEnvironment(ENV.tableName, this.tableName);
    runtime.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ["GetItem", "Query", "DeleteItem"].map((action) => `dynamodb:${action}`),
        resources: [this.tableArn],
        conditions: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": PEOPLE } },
      }),
    );
    this.#grantKey(runtime, KEY_ACTIONS);
  }

  /**
   * Allows `runtime` to count requests and record when a key was used. The first request of each minute creates a new
   * item for the count.
   */
  grantCounts(runtime: Runtime): void {
    this.#grant(runtime, ["PutItem", "UpdateItem"]);
  }

  /**
   * Allows `runtime` to configure a restored table, whose name must be this table's name plus a suffix, and to delete
   * or replace items of this table by key.
   */
  grantRestore(runtime: Runtime): void {
    const restored = `${this.tableArn}-*`;
    const statements = [
      { actions: SETTINGS_READ, resources: [this.tableArn, restored] },
      { actions: SETTINGS_SET, resources: [restored] },
      { actions: ["GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"], resources: [this.tableArn] },
    ];
    for (const { actions, resources } of statements)
      runtime.grantPrincipal.addToPrincipalPolicy(
        new PolicyStatement({ actions: actions.map((action) => `dynamodb:${action}`), resources }),
      );
    this.#grantKey(runtime, KEY_ACTIONS);
  }

  /** Allows Lambda to read the stream on behalf of the function `runtime`, which can't read items itself. */
  grantStream(runtime: Runtime): void {
    runtime.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: STREAM_READS.map((action) => `dynamodb:${action}`),
        resources: [this.streamArn],
      }),
    );
    this.#grantKey(runtime, ["Decrypt", "DescribeKey"]);
  }

  /** Allows AWS Backup to copy the whole table on behalf of `role`, which can't read individual items. */
  grantBackup(role: Role): void {
    role.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ["DescribeTable", "ListTagsOfResource", "StartAwsBackupJob"].map((action) => `dynamodb:${action}`),
        resources: [this.tableArn],
      }),
    );
    this.#letUseKey(role, ["Decrypt", "GenerateDataKey", "DescribeKey"]);
  }

  #grant(runtime: Runtime, actions: string[]): void {
    const tableArn = this.tableArn;
    runtime.addEnvironment(ENV.tableName, this.tableName);
    runtime.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: actions.map((action) => `dynamodb:${action}`),
        resources: [tableArn, ...Object.values(INDEXES).map((index) => `${tableArn}/index/${index.name}`)],
      }),
    );
    this.#grantKey(runtime, KEY_ACTIONS);
  }

  /** Allows `runtime` to use the table's encryption key, if it is ours, but only through DynamoDB. */
  #grantKey(runtime: Runtime, actions: string[]): void {
    this.#letUseKey(runtime.grantPrincipal, actions);
  }

  #letUseKey(principal: IPrincipal, actions: string[]): void {
    if (!this.#key) return;
    const { region, urlSuffix } = Stack.of(this);
    principal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: actions.map((action) => `kms:${action}`),
        resources: [this.#key.keyArn],
        conditions: { StringEquals: { "kms:ViaService": `dynamodb.${region}.${urlSuffix}` } },
      }),
    );
  }
}
