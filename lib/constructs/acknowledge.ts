import { Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/**
 * Acknowledges findings of the security rule packs on `scope` and everything below it, each with a reason.
 * @param findings maps a rule id, such as `AwsSolutions-IAM5[Resource::*]`, to a plain sentence or two.
 */
export function acknowledge(scope: IConstruct, findings: Record<string, string>): void {
  for (const [id, reason] of Object.entries(findings)) Validations.of(scope).acknowledge({ id, reason });
}
