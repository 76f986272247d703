import type { IGrantable, IManagedPolicy } from "aws-cdk-lib/aws-iam";

/** Anything that runs our code: a function, or the container of the session service with its role. */
export interface Runtime extends IGrantable {
  addEnvironment(name: string, value: string): unknown;
  attachPolicy(policy: IManagedPolicy): void;
}
