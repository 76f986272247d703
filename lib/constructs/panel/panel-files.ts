import { RemovalPolicy, Stack } from "aws-cdk-lib";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Bucket, CfnBucket } from "aws-cdk-lib/aws-s3";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import { Construct } from "constructs";
import { PAGE_CACHING } from "../../../core/contracts/panel/page-headers.ts";
import type { StageConfig } from "../../config.ts";
import { acknowledge } from "../acknowledge.ts";

/** Files whose names change with what is in them. */
const HASHED = "assets/*";

/**
 * Puts the panel's files into its bucket: first those that a new page asks for, then the page. Older ones stay, for tabs
 * that have been open since before.
 */
export class PanelFiles extends Construct {
  constructor(scope: Construct, id: string, props: { config: StageConfig; folder: string; bucket: Bucket }) {
    super(scope, id);
    const { config, folder, bucket } = props;
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
    const shared = {
      sources: [Source.asset(folder)],
      destinationBucket: bucket,
      // Of our own: the library's would have a policy of AWS's.
      role,
      logGroup,
      prune: false,
      retainOnDelete: true,
    };
    const assets = new BucketDeployment(this, "Assets", {
      ...shared,
      exclude: ["*"],
      include: [HASHED],
      cacheControl: [CacheControl.fromString(PAGE_CACHING.hashed)],
    });
    const pages = new BucketDeployment(this, "Pages", {
      ...shared,
      exclude: [HASHED, ".*"],
      cacheControl: [CacheControl.fromString(PAGE_CACHING.other)],
    });
    pages.node.addDependency(assets);
    this.#acknowledge(role, bucket);
  }

  #acknowledge(role: Role, bucket: Bucket): void {
    const stack = Stack.of(this);
    const reason =
      "The library's own copying, at deployments only: it reads what CDK has uploaded and writes the panel's bucket.";
    const [copying] = stack.node.children.filter(({ node }) => node.id.startsWith("Custom::CDKBucketDeployment"));
    if (!copying) throw new Error("The library's function that copies files has another name now.");
    acknowledge(copying, {
      "AwsSolutions-L1": "The library chooses the runtime of its function, which runs at deployments only.",
      "Serverless-LambdaTracing": reason,
      "Serverless-LambdaDLQ": reason,
      "Serverless-LambdaLatestVersion": reason,
    });
    const files = stack.getLogicalId(bucket.node.defaultChild as CfnBucket); // what a Bucket is made of
    const uploads = "arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>";
    const findings = [
      ...["GetBucket*", "GetObject*", "List*", "Abort*", "DeleteObject*"].map((action) => `Action::s3:${action}`),
      `Resource::${uploads}/*`,
      `Resource::<${files}.Arn>/*`,
    ];
    acknowledge(role, Object.fromEntries(findings.map((finding) => [`AwsSolutions-IAM5[${finding}]`, reason])));
  }
}
