import { RemovalPolicy, Stack } from "aws-cdk-lib";
import { AnyPrincipal, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";
import type { StageConfig } from "../config.ts";

/**
 * The KMS key for the table and customers' files, in stages that have their own. Other stages use AWS-owned keys. The
 * key is retained when a stage switches to AWS-owned keys, because existing files and up to 35 days of restore points
 * are encrypted with it.
 */
export class StorageKey extends Key {
  constructor(scope: Construct, id: string, { stage }: Pick<StageConfig, "stage">) {
    super(scope, id, {
      description: "Encrypts the messaging gateway's table and files.",
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const { account, region, urlSuffix } = Stack.of(this);
    // The roles' policies only include this key once their stacks have been deployed, which happens later, and exclude
    // it as soon as the stage no longer uses it. In between, this statement allows roles tagged as the stage's own to
    // use the key through the table and the files.
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: [new AnyPrincipal()],
        actions: ["kms:Encrypt", "kms:Decrypt", "kms:ReEncrypt*", "kms:GenerateDataKey*", "kms:DescribeKey"],
        resources: ["*"],
        conditions: {
          StringEquals: {
            "kms:CallerAccount": account,
            "kms:ViaService": ["dynamodb", "s3"].map((service) => `${service}.${region}.${urlSuffix}`),
            "aws:PrincipalTag/application": "messaging-gateway",
            "aws:PrincipalTag/stage": stage,
          },
        },
      }),
    );
  }
}
