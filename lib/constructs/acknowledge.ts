import { Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/**
 * Accepts findings of the security rule packs on `scope` and everything under it, each with its reason.
 * @param findings rule id, such as `AwsSolutions-IAM5[Resource::*]`, to one or two plain sentences.
 */
export function acknowledge(scope: IConstruct, findings: Record<string, string>): void {
  for (const [id, reason] of Object.entries(findings)) Validations.of(scope).acknowledge({ id, reason });
}
