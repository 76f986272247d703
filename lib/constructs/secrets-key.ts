import { RemovalPolicy } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import { Construct } from "constructs";
import { ENV } from "../../core/env.ts";
import type { Runtime } from "./runtime.ts";

/**
 * Wraps the data keys under which secrets are sealed in the table. Apart from the table's own key, so that the right to
 * read items is not the right to open what is sealed in them. Losing this key loses every secret for good.
 */
export class SecretsKey extends Construct {
  readonly keyArn: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const key = new Key(this, "Key", {
      description: "Wraps the data keys of the messaging gateway's sealed secrets.",
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.keyArn = key.keyArn;
  }

  /** Lets `runtime` make and unwrap data keys: the right and the key's address, together. */
  grantSeal(runtime: Runtime): void {
    runtime.addEnvironment(ENV.kmsKeyId, this.keyArn);
    runtime.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({ actions: ["kms:GenerateDataKey", "kms:Decrypt"], resources: [this.keyArn] }),
    );
  }
}
