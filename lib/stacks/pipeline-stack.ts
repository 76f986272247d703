import { CfnOutput, Duration, Stack, type StackProps } from "aws-cdk-lib";
import { OidcProviderNative, PolicyStatement, Role, WebIdentityPrincipal } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { acknowledge } from "../constructs/acknowledge.ts";
import { FRONT_REGION } from "../domain-settings.ts";

const GITHUB = "token.actions.githubusercontent.com";

/** The audience of GitHub's tokens. */
const AUDIENCE = "sts.amazonaws.com";

/**
 * The maximum session length. It exceeds the duration of a deployment, which includes ten minutes of shifting calls and
 * the handover between session tasks.
 */
const SESSION = Duration.hours(1);

/**
 * Part of the names of the roles that `cdk bootstrap` creates by default. Bootstrapping with a different qualifier
 * changes it.
 */
const QUALIFIER = "hnb659fds";

/** Input for creating the stack. */
export interface PipelineStackProps extends StackProps {
  /** The GitHub repository, as `owner/name`. */
  repository: string;
  /** The stages to deploy to this account. */
  stages: readonly string[];
  /**
   * The ARN of the account's existing identity provider for GitHub. An account can have only one such provider. If
   * null, the provider is created.
   */
  providerArn: string | null;
}

/**
 * Lets a repository's workflows deploy to this account without a stored key. Each stage has a role that is available
 * only to jobs in the repository's environment of the same name.
 */
export class PipelineStack extends Stack {
  constructor(scope: Construct, id: string, props: PipelineStackProps) {
    super(scope, id, props);
    const provider = props.providerArn ?? this.#gitHub();
    for (const stage of props.stages) this.#deployer(stage, provider, props.repository);
  }

  #gitHub(): string {
    const provider = new OidcProviderNative(this, "GitHub", { url: `https://${GITHUB}`, clientIds: [AUDIENCE] });
    return provider.oidcProviderArn;
  }

  /** The roles that the deployment tool uses in a region. */
  #bootstrapRoles(region: string): string[] {
    return ["deploy", "file-publishing", "image-publishing", "lookup"].map((kind) =>
      this.formatArn({
        service: "iam",
        region: "",
        resource: "role",
        resourceName: `cdk-${QUALIFIER}-${kind}-role-${this.account}-${region}`,
      }),
    );
  }

  #deployer(stage: string, provider: string, repository: string): void {
    const stacks = `messaging-gateway-${stage}-*/*`;
    const role = new Role(this, `Deploy-${stage}`, {
      roleName: `messaging-gateway-${stage}-deploy-${this.region}`,
      description: `What the pipeline's jobs for ${stage} may do.`,
      maxSessionDuration: SESSION,
      assumedBy: new WebIdentityPrincipal(provider, {
        StringEquals: {
          [`${GITHUB}:aud`]: AUDIENCE,
          // An environment's own rules decide who can start such a job: for prod, a person who approves.
          [`${GITHUB}:sub`]: `repo:${repository}:environment:${stage}`,
        },
      }),
    });
    role.addToPolicy(
      new PolicyStatement({
        actions: ["sts:AssumeRole"],
        resources: [this.region, FRONT_REGION].flatMap((region) => this.#bootstrapRoles(region)),
      }),
    );
    role.addToPolicy(
      new PolicyStatement({
        actions: ["cloudformation:GetTemplate", "cloudformation:DescribeStacks"],
        resources: [this.region, FRONT_REGION].map((region) =>
          this.formatArn({ service: "cloudformation", region, resource: "stack", resourceName: stacks }),
        ),
      }),
    );
    const reason = "The stacks of one stage; the end of a stack's ARN is an id that it gets when it is made.";
    const finding = (region: string) =>
      `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:cloudformation:${region}:<AWS::AccountId>:stack/${stacks}]`;
    acknowledge(role, { [finding("<AWS::Region>")]: reason, [finding(FRONT_REGION)]: reason });
    new CfnOutput(this, `DeployRole-${stage}`, {
      description: `DEPLOY_ROLE of the environment ${stage}.`,
      value: role.roleArn,
    });
  }
}
