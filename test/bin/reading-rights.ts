import { expect } from "vitest";
import { readingPolicy } from "../../bin/doctor/policy.ts";
import type { StageConfig } from "../../lib/config.ts";
import { isAllowed, type Statement } from "../../local/aws/rights/statements.ts";

type Input = Record<string, string | undefined>;

const WHERE = "eu-west-1:111122223333";

/**
 * The right that each request needs according to the service authorization reference, keyed by the request's name in
 * the SDK. Querying the caller's own identity needs no right.
 */
const NEEDED: Readonly<Record<string, (input: Input) => [action: string, resource: string] | null>> = {
  GetCallerIdentity: () => null,
  GetParameter: ({ Name }) => ["ssm:GetParameter", `arn:aws:ssm:${WHERE}:parameter${Name}`],
  GetRole: ({ RoleName }) => {
    const service = RoleName === "AWSServiceRoleForECS" ? "ecs" : "ecs.application-autoscaling";
    return ["iam:GetRole", `arn:aws:iam::111122223333:role/aws-service-role/${service}.amazonaws.com/${RoleName}`];
  },
  GetServiceQuota: () => ["servicequotas:GetServiceQuota", "*"],
  GetAWSDefaultServiceQuota: () => ["servicequotas:GetAWSDefaultServiceQuota", "*"],
  ListServiceQuotas: () => ["servicequotas:ListServiceQuotas", "*"],
  DescribeVpcs: () => ["ec2:DescribeVpcs", "*"],
  DescribeStacks: ({ StackName }) => ["cloudformation:DescribeStacks", stack(StackName)],
  DescribeStackResources: ({ StackName }) => ["cloudformation:DescribeStackResources", stack(StackName)],
  GetTemplate: ({ StackName }) => ["cloudformation:GetTemplate", stack(StackName)],
  ListSubscriptionsByTopic: ({ TopicArn = "" }) => ["sns:ListSubscriptionsByTopic", TopicArn],
  GetEmailIdentity: ({ EmailIdentity }) => ["ses:GetEmailIdentity", `arn:aws:ses:${WHERE}:identity/${EmailIdentity}`],
  GetAccount: () => ["ses:GetAccount", "*"],
  DescribeCertificate: ({ CertificateArn = "" }) => ["acm:DescribeCertificate", CertificateArn],
  GetHostedZone: ({ Id }) => ["route53:GetHostedZone", `arn:aws:route53:::hostedzone/${Id}`],
  GetSecretValue: ({ SecretId }) => [
    "secretsmanager:GetSecretValue",
    `arn:aws:secretsmanager:${WHERE}:secret:${SecretId}-Ab12Cd`,
  ],
};

const stack = (name = "") => `arn:aws:cloudformation:${WHERE}:stack/${name}/1a2b3c`;

/** Returns the actions that the stage's policy grants. */
export const grantedActions = (config: StageConfig): string[] =>
  readingPolicy(config).Statement.flatMap(({ Action }) => Action);

/** Requires that the stage's policy permits a request. @returns the action that the request needs, or null. */
export function requireRight(config: StageConfig, request: string, input: object): string | null {
  const needs = NEEDED[request];
  if (!needs) throw new Error(`${request} is asked of AWS, and bin/doctor/policy.ts was not judged by it.`);
  const needed = needs(input as Input); // of the SDK's own shape
  if (needed === null) return null;
  const [action, resource] = needed;
  const statements = readingPolicy(config).Statement.map(
    ({ Action, Resource }): Statement => ({ effect: "Allow", actions: Action, resources: Resource, conditions: {} }),
  );
  expect(isAllowed(statements, { action, resource, context: {} }), `${action} on ${resource}`).toBe(true);
  return action;
}
