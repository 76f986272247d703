import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { Front, type FrontProps } from "../constructs/front.ts";

/**
 * CloudFront in front of the API. The stack is in us-east-1, as required by CloudFront's firewall and certificate, and
 * doesn't refer to any other stack.
 */
export class FrontStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & FrontProps) {
    super(scope, id, props);
    const front = new Front(this, "Front", props);
    new CfnOutput(this, "FrontName", {
      description: `CloudFront's own name. Without a hosted zone, create a CNAME from ${props.domain.name} to this name.`,
      value: front.hostName,
    });
  }
}
