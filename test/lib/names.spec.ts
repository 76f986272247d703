import { describe, expect, it } from "vitest";
import { STAGES } from "../../lib/config.ts";
import { BACKUP } from "./backup-stage.ts";
import { frontOf } from "./front-stage.ts";
import { PANEL } from "./panel-stage.ts";
import { type Resource, synthesised } from "./synthesised.ts";

const NAMES_OF_STAGES = ["prod", "dev"];

/**
 * Types of resources whose names must be unique in the whole account or in all of AWS, which means deployments in two
 * regions could collide.
 */
const BEYOND_A_REGION =
  /^AWS::(IAM|S3|CloudFront|Route53|Budgets|CE|WAFv2|Organizations)::|^AWS::CloudWatch::Dashboard /;

/** Properties that look like the resource's own name but aren't. */
const NO_OWN_NAME: Record<string, string> = {
  "AWS::CloudWatch::Alarm MetricName": "which metric it looks at",
  "AWS::SNS::Topic DisplayName": "what a mail shows",
  "AWS::IAM::Policy PolicyName": "a part of its role, which has a generated name",
  "AWS::ApiGatewayV2::Stage StageName": "a part of its API, which has a generated id",
  "AWS::EC2::VPCEndpoint ServiceName": "which service it leads to",
  "AWS::Lambda::Alias Name": "a part of its function, which has a generated name",
  "AWS::Lambda::EventSourceMapping FunctionName": "a function and its alias, both by reference",
  "AWS::ApplicationAutoScaling::ScalingPolicy PolicyName": "a part of its target, the service of a cluster",
  "AWS::CodeDeploy::DeploymentGroup DeploymentConfigName": "a way to shift that CodeDeploy has by itself",
  "AWS::CodeDeploy::DeploymentGroup DeploymentGroupName": "a part of its application",
  "AWS::ApiGatewayV2::DomainName DomainName": "the operator's own, of the stage's row",
  "AWS::Route53::RecordSet Name": "the operator's own, of the stage's row",
  "AWS::CertificateManager::Certificate DomainName": "the operator's own, of the stage's row",
};

interface Named {
  stage: string;
  what: string;
  type: string;
  name: string;
}

/** Returns every name that a template sets, with references spelled out, and the names of all exports. */
function namesOf(stage: string): Named[] {
  return Object.values(synthesised(stage)).flatMap(({ template, resources }) => {
    const own = Object.entries(resources).flatMap(([id, { Type, Properties }]) =>
      Object.entries(withNested(Type, (Properties ?? {}) as Resource["Properties"]))
        .filter(([key]) => /Name$|^Family$|^GroupId$|^AliasName$/.test(key))
        .filter(([key]) => !(`${Type} ${key}` in NO_OWN_NAME))
        .map(([key, value]) => ({ stage, what: `${Type} ${id}.${key}`, type: `${Type} ${key}`, name: written(value) })),
    );
    const exports = Object.entries(template.toJSON().Outputs ?? {}).flatMap(([id, output]) => {
      const name = (output as { Export?: { Name: unknown } }).Export?.Name;
      return name === undefined ? [] : [{ stage, what: `export ${id}`, type: "export", name: written(name) }];
    });
    // A name that consists only of a reference belongs to another resource.
    return [...own, ...exports].filter(({ name }) => name.replaceAll(/<[^>]*>/g, "") !== "");
  });
}

/**
 * Returns a resource's properties. If the type nests them in a single property, such as a budget's `Budget`, returns
 * the nested ones.
 */
function withNested(type: string, properties: Record<string, unknown>): Record<string, unknown> {
  const part = type.split("::").at(-1) ?? "";
  return { ...properties, ...((properties[part] ?? {}) as object) }; // a part is an object, or not there
}

/** Formats a name as text, with the values that only CloudFormation can fill in shown in brackets. */
function written(value: unknown): string {
  if (typeof value === "string") return value;
  const [[fn, argument] = ["", ""]] = Object.entries((value ?? {}) as Record<string, unknown>);
  if (fn === "Fn::Join") return ((argument as [string, unknown[]])[1] ?? []).map(written).join("");
  return fn === "Ref" ? `<${argument}>` : `<${fn}>`;
}

const wideOf = (of: Named[]) => of.filter(({ type }) => BEYOND_A_REGION.test(type));

const names = NAMES_OF_STAGES.flatMap(namesOf);
const rows = { ...STAGES };
for (const stage of NAMES_OF_STAGES) STAGES[stage] = { stage, ...rows[stage], ...BACKUP };
const namesWithBackups = NAMES_OF_STAGES.flatMap(namesOf);
for (const stage of NAMES_OF_STAGES) STAGES[stage] = { stage, ...rows[stage], ...PANEL };
const namesWithPanels = NAMES_OF_STAGES.flatMap(namesOf);
for (const stage of NAMES_OF_STAGES) STAGES[stage] = { stage, ...rows[stage], ...frontOf(stage) };
const namesWithFronts = NAMES_OF_STAGES.flatMap(namesOf);
Object.assign(STAGES, rows);

describe("two stages in one account", () => {
  it("have names at all", () => {
    for (const type of ["AWS::SQS::Queue QueueName", "AWS::Events::EventBus Name", "AWS::ECS::TaskDefinition Family"])
      expect(names.map((one) => one.type)).toContain(type);
  });

  it.each([
    ["as they are", names],
    ["each with a front of its own", namesWithFronts],
    ["each with a panel", namesWithPanels],
    ["each with backups", namesWithBackups],
  ])("share no name, %s: each fixed one carries its stage", (_, names) => {
    const lacking = names.filter(({ name, stage }) => !new RegExp(`(^|[^a-z0-9])${stage}([^a-z0-9]|$)`).test(name));
    expect(lacking).toEqual([]);
    const keys = names.map(({ type, name }) => `${type} ${name}`);
    expect(keys.length - new Set(keys).size).toBe(0);
  });
});

// A stage with a domain name can exist in only one region, because the name can only point to a single region.
describe("a stage in two regions of one account", () => {
  const metTwice = (of: Named[]) => wideOf(of).filter(({ name }) => !name.includes("<AWS::Region>"));

  it("has no name of the account's or the world's twice", () => {
    expect(metTwice(namesWithPanels)).toEqual([]);
  });

  it("would be found to have one, for each kind of such a name that there is", () => {
    const kinds = [...new Set(wideOf(namesWithPanels).map(({ type }) => type))];
    expect(kinds.sort()).toEqual([
      "AWS::Budgets::Budget BudgetName",
      "AWS::CloudFront::Function Name",
      "AWS::CloudWatch::Dashboard DashboardName",
    ]);
    const bare = namesWithPanels.map((one) => ({ ...one, name: one.name.replaceAll("<AWS::Region>", "") }));
    expect([...new Set(metTwice(bare).map(({ type }) => type))].sort()).toEqual(kinds);
  });
});

it("a stage's roles, policies and buckets get their names from CloudFormation", () => {
  expect(names.filter(({ type }) => /^AWS::(IAM|S3)::/.test(type))).toEqual([]);
});
