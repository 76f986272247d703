import { Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import { ManagedPolicy, PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { IKey } from "aws-cdk-lib/aws-kms";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  type CorsRule,
  HttpMethods,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { LIMITS } from "../../core/contracts/limits.ts";
import { UPLOAD_HEADERS } from "../../core/contracts/panel/uploads.ts";
import { ENV } from "../../core/env.ts";
import { acknowledge } from "./acknowledge.ts";
import type { Runtime } from "./runtime.ts";

/** How many days the log of file accesses is retained. */
const ACCESS_LOG_DAYS = 90;

/**
 * Menu files exist for as long as their menu uses them and are deleted by name, so no rule of the bucket deletes them.
 */
const MENU_FILES = "MNU/*";

/**
 * Key patterns for customers' files: files of messages and similar items, files of broadcasts, which are retained
 * longer, and files of menus.
 */
const CUSTOMER_FILES = ["ACC/*", "BRD/*", MENU_FILES];

/** Archives of exported data. Only the session service writes them. */
const ARCHIVES = "EXP/*";

/** Input for creating the bucket. */
export interface MediaBucketProps {
  key: IKey | null;
  /**
   * The origin whose pages may upload files to the bucket from a browser, each to a presigned URL, or null if no page
   * may upload files.
   */
  uploadsFrom: string | null;
}

/**
 * The bucket for customers' files. It is never public, accepts only TLS, and deletes files once the retention period
 * promised by the API is over. Spec: Retention.
 */
export class MediaBucket extends Construct {
  readonly bucket: Bucket;
  readonly #use: ManagedPolicy;
  readonly #read: ManagedPolicy;
  readonly #fetch: ManagedPolicy;
  readonly #keep: ManagedPolicy;
  readonly #removeMenuFiles: ManagedPolicy;

  constructor(scope: Construct, id: string, props: MediaBucketProps) {
    super(scope, id);
    // The access log bucket has no access log itself, because logging its own writes would never end.
    const accessLogs = new Bucket(this, "AccessLogs", {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      // Using our own key would require an additional key policy statement for the log delivery service. The log
      // contains no file contents, so standard encryption is enough.
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      lifecycleRules: [{ expiration: Duration.days(ACCESS_LOG_DAYS) }],
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });

    this.bucket = new Bucket(this, "Bucket", {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      ...(props.key
        ? { encryption: BucketEncryption.KMS, encryptionKey: props.key, bucketKeyEnabled: true }
        : { encryption: BucketEncryption.S3_MANAGED }),
      enforceSSL: true,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      serverAccessLogsBucket: accessLogs,
      lifecycleRules: [
        { prefix: "ACC/", expiration: Duration.days(LIMITS.retentionDays) },
        { prefix: "BRD/", expiration: Duration.days(LIMITS.broadcastKeptDays) },
        { prefix: "EXP/", expiration: Duration.days(LIMITS.exportKeptDays) },
        { abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      ...(props.uploadsFrom !== null && { cors: [uploadsFrom(props.uploadsFrom)] }),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.#use = this.#usePolicy(props.key);
    this.#read = this.#readPolicy(props.key);
    this.#fetch = this.#fetchPolicy(props.key);
    this.#keep = this.#keepPolicy();
    const menuFiles = this.bucket.arnForObjects(MENU_FILES);
    this.#removeMenuFiles = this.#policy("MenuFilesPolicy", "Removes files of menus.", [
      new PolicyStatement({ actions: ["s3:DeleteObject"], resources: [menuFiles] }),
    ]);
  }

  /** Lets `runtime` store customers' files. Grants the permission and provides the bucket name. */
  grantUse(runtime: Runtime): void {
    runtime.addEnvironment(ENV.mediaBucket, this.bucket.bucketName);
    runtime.attachPolicy(this.#use);
  }

  /**
   * Lets `runtime` read customers' files and find out that a file has been deleted. URLs that it signs permit nothing
   * beyond this.
   */
  grantReads(runtime: Runtime): void {
    runtime.addEnvironment(ENV.mediaBucket, this.bucket.bucketName);
    runtime.attachPolicy(this.#read);
  }

  /** Lets `runtime` read customers' files, but not archives, and find out that a file has been deleted. */
  grantFiles(runtime: Runtime): void {
    runtime.addEnvironment(ENV.mediaBucket, this.bucket.bucketName);
    runtime.attachPolicy(this.#fetch);
  }

  /** Lets `runtime` delete menu files. */
  grantRemoveMenuFiles(runtime: Runtime): void {
    runtime.addEnvironment(ENV.mediaBucket, this.bucket.bucketName);
    runtime.attachPolicy(this.#removeMenuFiles);
  }

  /** Lets `runtime` store archives, and delete the files and archives it stored. */
  grantKeep(runtime: Runtime): void {
    runtime.attachPolicy(this.#keep);
  }

  #usePolicy(key: IKey | null): ManagedPolicy {
    return this.#policy("UsePolicy", "Puts customers' files.", [
      new PolicyStatement({ actions: ["s3:PutObject"], resources: this.#files() }),
      // A multipart upload is decrypted and encrypted again when its parts are combined.
      ...this.#throughS3(key, ["kms:GenerateDataKey", "kms:Decrypt"]),
    ]);
  }

  #readPolicy(key: IKey | null): ManagedPolicy {
    return this.#policy(
      "ReadPolicy",
      "Reads customers' files.",
      this.#reads(key, [...this.#files(), this.bucket.arnForObjects(ARCHIVES)]),
    );
  }

  #fetchPolicy(key: IKey | null): ManagedPolicy {
    return this.#policy("FetchPolicy", "Reads customers' files, but no archives.", this.#reads(key, this.#files()));
  }

  #reads(key: IKey | null, resources: string[]): PolicyStatement[] {
    return [
      new PolicyStatement({ actions: ["s3:GetObject"], resources }),
      ...this.#throughS3(key, ["kms:Decrypt"]),
      // Without this permission, S3 responds to a request for a missing file with 403 rather than 404, so a missing
      // file would look like a missing permission.
      new PolicyStatement({ actions: ["s3:ListBucket"], resources: [this.bucket.bucketArn] }),
    ];
  }

  #keepPolicy(): ManagedPolicy {
    const archives = this.bucket.arnForObjects(ARCHIVES);
    return this.#policy("KeepPolicy", "Removes customers' files and breaks off uploads, and puts archives.", [
      new PolicyStatement({
        actions: ["s3:DeleteObject", "s3:AbortMultipartUpload"],
        resources: [...this.#files(), archives],
      }),
      new PolicyStatement({ actions: ["s3:PutObject"], resources: [archives] }),
    ]);
  }

  #throughS3(key: IKey | null, actions: string[]): PolicyStatement[] {
    if (!key) return [];
    const { region, urlSuffix } = Stack.of(this);
    const conditions = { StringEquals: { "kms:ViaService": `s3.${region}.${urlSuffix}` } };
    return [new PolicyStatement({ actions, resources: [key.keyArn], conditions })];
  }

  #policy(id: string, description: string, statements: PolicyStatement[]): ManagedPolicy {
    const policy = new ManagedPolicy(this, id, { description, statements });
    const bucket = Stack.of(this).getLogicalId(this.bucket.node.defaultChild as CfnBucket); // the resource of a Bucket
    const reason =
      "A file's key is its account, instance and message, so only the prefixes of customers' files are known beforehand.";
    const findings = [...CUSTOMER_FILES, ARCHIVES].map((pattern) => [
      `AwsSolutions-IAM5[Resource::<${bucket}.Arn>/${pattern}]`,
      reason,
    ]);
    acknowledge(policy, Object.fromEntries(findings));
    return policy;
  }

  #files(): string[] {
    return CUSTOMER_FILES.map((pattern) => this.bucket.arnForObjects(pattern));
  }
}

/** Lets pages from this origin upload files, but not read any. */
const uploadsFrom = (origin: string): CorsRule => ({
  allowedOrigins: [origin],
  allowedMethods: [HttpMethods.PUT],
  allowedHeaders: [...UPLOAD_HEADERS],
  maxAge: Duration.hours(1).toSeconds(),
});
