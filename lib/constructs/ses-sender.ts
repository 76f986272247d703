import type { Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { ENV } from "../../core/env.ts";
import type { Runtime } from "./runtime.ts";

/**
 * Lets `runtime`, of this stack, send mail from this address and no other. SES checks the right to the verified identity,
 * which is the address itself or its domain.
 */
export function letSendFrom(stack: Stack, runtime: Runtime, from: string): void {
  const identity = (resourceName: string) => stack.formatArn({ service: "ses", resource: "identity", resourceName });
  runtime.addEnvironment(ENV.mailFrom, from);
  runtime.grantPrincipal.addToPrincipalPolicy(
    new PolicyStatement({
      actions: ["ses:SendEmail"],
      resources: [identity(from), identity(domainOf(from))],
      conditions: { StringEquals: { "ses:FromAddress": from } },
    }),
  );
}

/** The part of an address behind its sign. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);
