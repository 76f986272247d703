import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pipelineApp } from "../../lib/pipeline-app.ts";
import { passingFolder } from "../support/passing-folder.ts";
import type { Resource } from "./synthesised.ts";

/** Returns the resources in the stack's template for these context values, after checking the security rules. */
function template(context: Record<string, string>): [string, Resource][] {
  const outdir = passingFolder("gateway-pipeline-");
  try {
    const assembly = pipelineApp({ outdir, context }).app.synth();
    return Object.entries(assembly.getStackByName("messaging-gateway-pipeline").template.Resources);
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

const ofType = (resources: [string, Resource][], type: string) => resources.filter(([, { Type }]) => Type === type);

describe("the pipeline's roles", () => {
  const resources = template({ repository: "acme/gateway" });
  const roles = ofType(resources, "AWS::IAM::Role").map(([, { Properties }]) => Properties);

  it("are one for each stage, for jobs of the repository's environment of that name and for nobody else", () => {
    const conditions = roles.map(({ AssumeRolePolicyDocument: { Statement } }) => {
      expect(Statement).toHaveLength(1);
      expect(Statement[0].Action).toBe("sts:AssumeRoleWithWebIdentity");
      return Statement[0].Condition;
    });
    expect(conditions).toEqual(
      ["prod", "dev"].map((stage) => ({
        StringEquals: {
          "token.actions.githubusercontent.com:aud": "sts.amazonaws.com",
          "token.actions.githubusercontent.com:sub": `repo:acme/gateway:environment:${stage}`,
        },
      })),
    );
  });

  it("may take on the roles of the deploying tool and read the templates of their own stage", () => {
    const policies = ofType(resources, "AWS::IAM::Policy").map(
      ([, { Properties }]) => Properties.PolicyDocument.Statement,
    );
    expect(policies).toHaveLength(2);
    for (const [at, statements] of policies.entries()) {
      const actions = statements.flatMap(({ Action }: { Action: string | string[] }) => Action);
      expect(actions.sort()).toEqual(["cloudformation:DescribeStacks", "cloudformation:GetTemplate", "sts:AssumeRole"]);
      expect(JSON.stringify(statements)).toContain(`messaging-gateway-${["prod", "dev"][at]}-*/*`);
      expect(JSON.stringify(statements)).not.toContain('"*"');
    }
  });

  it("last an hour at most, and no key is made that somebody would keep", () => {
    for (const { MaxSessionDuration } of roles) expect(MaxSessionDuration).toBe(3600);
    const types = new Set(resources.map(([, { Type }]) => Type));
    expect([...types].sort()).toEqual(["AWS::IAM::OIDCProvider", "AWS::IAM::Policy", "AWS::IAM::Role"]);
  });

  it("trust tokens that are made out to AWS", () => {
    const [[, provider] = ["", undefined]] = ofType(resources, "AWS::IAM::OIDCProvider");
    expect(provider?.Properties.ClientIdList).toEqual(["sts.amazonaws.com"]);
  });
});

it("an account that has the provider keeps it, and may have one stage alone", () => {
  const arn = "arn:aws:iam::123456789012:oidc-provider/token.actions.githubusercontent.com";
  const resources = template({ repository: "acme/gateway", stages: "dev", providerArn: arn });
  expect(ofType(resources, "AWS::IAM::OIDCProvider")).toEqual([]);
  const [[, role] = ["", undefined]] = ofType(resources, "AWS::IAM::Role");
  expect(role?.Properties.AssumeRolePolicyDocument.Statement[0].Principal).toEqual({ Federated: arn });
});

it.each([
  [{}, "The pipeline has no repository. Set it like this"],
  [{ repository: "acme/*" }, 'has the repository "acme/*"'],
  [{ repository: "acme/gateway", stages: "dev,test" }, 'There is no stage "test". Known stages'],
])("refuses %j in plain words", (context, words) => {
  expect(() => template(context as Record<string, string>)).toThrow(words); // a row without a repository has none
});
