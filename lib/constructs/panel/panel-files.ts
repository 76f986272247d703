import { RemovalPolicy, Stack } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Bucket, CfnBucket } from "aws-cdk-lib/aws-s3";
import { Asset } from "aws-cdk-lib/aws-s3-assets";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import { Construct } from "constructs";
import { PAGE_CACHING } from "../../../core/contracts/panel/page-headers.ts";
import type { StageConfig } from "../../config.ts";
import { acknowledge } from "../acknowledge.ts";

/** Files that have a hash of their content in their names. */
const HASHED = ["assets/*", "docs/reference/assets/*"];

/**
 * Uploads the files of the panel and the API reference to the panel's bucket: first the files that the new pages
 * request, then the pages themselves. Older versions' files remain for browser tabs that are already open.
 */
export class PanelFiles extends Construct {
  constructor(
    scope: Construct,
    id: string,
    props: { config: StageConfig; folder: string; referenceFolder: string; bucket: Bucket },
  ) {
    super(scope, id);
    const { config, folder, referenceFolder, bucket } = props;
    const logGroup = new LogGroup(this, "Log", {
      logGroupName: `/messaging-gateway/${config.stage}/panel-files`,
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, "Role", {
      description: "What the copying of the panel's files may do.",
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
    });
    logGroup.grantWrite(role);
    const assets = [
      new Asset(this, "Built", { path: folder }),
      new Asset(this, "BuiltReference", { path: referenceFolder }),
    ];
    this.#grantCopying(role, assets, bucket);
    const shared = {
      sources: assets.map((asset) => Source.bucket(asset.bucket, asset.s3ObjectKey)),
      destinationBucket: bucket,
      // Grant the role only the permissions above; the library would grant everything it could ever need.
      role: role.withoutPolicyUpdates(),
      logGroup,
      // With the library's default of 128 MiB, its command-line tool takes minutes.
      memoryLimit: 512,
      prune: false,
      retainOnDelete: true,
    };
    const hashed = new BucketDeployment(this, "Assets", {
      ...shared,
      exclude: ["*"],
      include: HASHED,
      cacheControl: [CacheControl.fromString(PAGE_CACHING.hashed)],
    });
    const pages = new BucketDeployment(this, "Pages", {
      ...shared,
      exclude: [...HASHED, ".*"],
      cacheControl: [CacheControl.fromString(PAGE_CACHING.other)],
    });
    hashed.node.addDependency(role);
    pages.node.addDependency(hashed);
    this.#acknowledge();
  }

  /** Allows the role to read the files that CDK has uploaded, and to write files to the panel's bucket. */
  #grantCopying(role: Role, assets: readonly Asset[], bucket: Bucket): void {
    const built = assets.map((asset) => asset.bucket.arnForObjects(asset.s3ObjectKey));
    role.addToPolicy(new PolicyStatement({ actions: ["s3:GetObject"], resources: built }));
    role.addToPolicy(new PolicyStatement({ actions: ["s3:ListBucket"], resources: [bucket.bucketArn] }));
    role.addToPolicy(new PolicyStatement({ actions: ["s3:PutObject"], resources: [bucket.arnForObjects("*")] }));
    const files = Stack.of(this).getLogicalId(bucket.node.defaultChild as CfnBucket); // the resource of a Bucket
    const reason = "The bucket holds the panel's files and nothing else, and their names change with each build.";
    acknowledge(role, { [`AwsSolutions-IAM5[Resource::<${files}.Arn>/*]`]: reason });
  }

  #acknowledge(): void {
    const reason = "The library's own copying, at deployments only, where a failure is seen at once.";
    const [copying] = Stack.of(this).node.children.filter(({ node }) =>
      node.id.startsWith("Custom::CDKBucketDeployment"),
    );
    if (!copying) throw new Error("The library's function that copies files has another name now.");
    acknowledge(copying, {
      "AwsSolutions-L1": "The library chooses the runtime of its function, which runs at deployments only.",
      "Serverless-LambdaTracing": reason,
      "Serverless-LambdaDLQ": reason,
      "Serverless-LambdaLatestVersion": reason,
    });
  }
}
