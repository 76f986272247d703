import type { Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { ENV } from "../../core/env.ts";
import type { Runtime } from "./runtime.ts";

/**
 * Lets a runtime send emails. SES checks the permission on the verified identity, which is either the address itself or
 * its domain.
 */
export function letSendMail(runtime: Runtime, from: string, stack: Stack): void {
  const identity = (name: string) => stack.formatArn({ service: "ses", resource: "identity", resourceName: name });
  runtime.addEnvironment(ENV.mailFrom, from);
  runtime.grantPrincipal.addToPrincipalPolicy(
    new PolicyStatement({
      actions: ["ses:SendEmail"],
      resources: [identity(from), identity(from.slice(from.lastIndexOf("@") + 1))],
      conditions: { StringEquals: { "ses:FromAddress": from } },
    }),
  );
}
