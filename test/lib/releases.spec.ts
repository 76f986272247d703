import { describe, expect, it } from "vitest";
import { STAGES } from "../../lib/config.ts";
import { chosenRelease } from "../../lib/release.ts";
import { SIZES } from "../../lib/sizes.ts";
import { API_FUNCTIONS, FUNCTIONS, WORKERS } from "../../lib/wiring.ts";
import { frontOf } from "./front-stage.ts";
import { PANEL } from "./panel-stage.ts";
import { type Resource, synthesised } from "./synthesised.ts";

/**
 * Once a stack has this many resources, part of it must move to another stack while there is still room:
 * docs/decisions/0153.
 */
const RESOURCES_MOST = 460;

const gradual = synthesised("prod").service;
const atOnce = synthesised("dev").service;

/** Returns the wiring's name for the function with this logical id. */
function nameOf({ resources }: typeof gradual, id: string): string {
  const description: string = resources[id]?.Properties.Description ?? "";
  return FUNCTIONS.find(({ entry }) => description.startsWith(`${entry} `))?.name ?? id;
}

const aliases = (stack: typeof gradual) =>
  new Map(
    stack.ofType("AWS::Lambda::Alias").map(([, alias]) => [nameOf(stack, alias.Properties.FunctionName.Ref), alias]),
  );

/** Returns the names of the alarms that a deployment group uses. */
const alarmsOf = (group: Resource) =>
  group.Properties.AlarmConfiguration.Alarms.map(
    ({ Name }: { Name: { Ref: string } }) => gradual.resources[Name.Ref]?.Properties.AlarmName,
  );

describe.each([
  ["prod", gradual],
  ["dev", atOnce],
])("in %s", (_, stack) => {
  it("each function is called by its name live, which stands for a published version", () => {
    const found = aliases(stack);
    expect([...found.keys()].sort()).toEqual(FUNCTIONS.map(({ name }) => name).sort());
    for (const alias of found.values()) {
      const version = stack.resources[alias.Properties.FunctionVersion["Fn::GetAtt"][0]];
      expect(version?.Properties.FunctionName).toEqual(alias.Properties.FunctionName);
    }
  });

  it("the versions before stay, so that one command goes back to them", () => {
    for (const [, version] of stack.ofType("AWS::Lambda::Version")) {
      expect(version).toMatchObject({ DeletionPolicy: "Retain", UpdateReplacePolicy: "Retain" });
    }
  });

  it("nothing calls a function beside its name live", () => {
    const callers = [
      ...stack.ofType("AWS::Lambda::EventSourceMapping").map(([, one]) => one.Properties.FunctionName),
      ...stack.ofType("AWS::Lambda::Permission").map(([, one]) => one.Properties.FunctionName),
      ...stack.ofType("AWS::ApiGatewayV2::Integration").map(([, one]) => one.Properties.IntegrationUri),
    ];
    expect(callers.length).toBeGreaterThan(20);
    for (const called of callers) expect(JSON.stringify(called)).toMatch(/"Ref":"\w+Live[0-9A-F]{8}"/);
    for (const [, rule] of stack.ofType("AWS::Events::Rule")) {
      expect(JSON.stringify(rule.Properties.Targets)).not.toMatch(/Function[0-9A-F]{8}"/);
    }
  });

  it("a run of a schedule that fails is not repeated under that name either", () => {
    for (const [, { Properties }] of stack.ofType("AWS::Lambda::EventInvokeConfig")) {
      expect(Properties.MaximumRetryAttempts).toBe(0);
      expect(JSON.stringify(Properties.Qualifier)).toMatch(/"Ref":"\w+Live/);
    }
  });
});

describe("a gradual release", () => {
  const groups = gradual.ofType("AWS::CodeDeploy::DeploymentGroup");
  const shifted = [...aliases(gradual)].filter(([, alias]) => "UpdatePolicy" in alias).map(([name]) => name);

  it("is for the functions that customers, their webhooks and their chats wait for", () => {
    const waitedFor = [...API_FUNCTIONS, WORKERS.workEndpointLane, WORKERS.workChatLane].map(({ name }) => name);
    expect(shifted.sort()).toEqual(waitedFor.sort());
    expect(groups).toHaveLength(waitedFor.length);
  });

  it("takes a tenth of the calls more each minute and goes back when an alarm goes off", () => {
    for (const [, { Properties }] of groups) {
      expect(Properties).toMatchObject({
        DeploymentConfigName: "CodeDeployDefault.LambdaLinear10PercentEvery1Minute",
        AutoRollbackConfiguration: { Enabled: true, Events: ["DEPLOYMENT_FAILURE", "DEPLOYMENT_STOP_ON_ALARM"] },
        AlarmConfiguration: { Enabled: true },
      });
    }
  });

  it("is watched by alarms that are there anyway: answers of 5xx, and the workers' errors", () => {
    const watching = groups.map(([id, group]) => [/^Work[A-Z][a-z]+Lane/.exec(id)?.[0] ?? "", ...alarmsOf(group)]);
    expect([...new Set(watching.map((one) => JSON.stringify(one)))].sort()).toEqual([
      '["","messaging-gateway-prod-api-server-errors"]',
      '["WorkChatLane","messaging-gateway-prod-chat-worker-errors"]',
      '["WorkEndpointLane","messaging-gateway-prod-worker-errors"]',
    ]);
  });

  it("may change these functions' aliases and no other function", () => {
    const [role] = groups.map(([, { Properties }]) => Properties.ServiceRoleArn["Fn::GetAtt"][0] as string);
    expect(gradual.resources[role ?? ""]?.Properties.ManagedPolicyArns).toBeUndefined();
    const statements = gradual
      .ofType("AWS::IAM::Policy")
      .filter(([, { Properties }]) => JSON.stringify(Properties.Roles).includes(`"${role}"`))
      .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
    const changes = statements.filter(({ Action }) => JSON.stringify(Action).includes("lambda:"));
    expect(changes).toHaveLength(1);
    const named = [...new Set(JSON.stringify(changes[0].Resource).match(/\w+Function[0-9A-F]{8}/g))];
    expect(named.map((id) => nameOf(gradual, id)).sort()).toEqual([...shifted].sort());
  });

  it("waits for its right to change an alias before it changes one", () => {
    for (const [name, alias] of aliases(gradual)) {
      if (shifted.includes(name)) expect(JSON.stringify(alias)).toContain("ReleasesRoleDefaultPolicy");
    }
  });
});

it("a small stage switches at once and has nothing that shifts", () => {
  for (const alias of aliases(atOnce).values()) expect("UpdatePolicy" in alias).toBe(false);
  expect(atOnce.ofType("AWS::CodeDeploy::DeploymentGroup")).toEqual([]);
  expect(atOnce.ofType("AWS::CodeDeploy::Application")).toEqual([]);
});

it("no stack is near CloudFormation's 500 resources, at which a deployment would be refused", () => {
  STAGES.largest = { ...STAGES.prod, ...PANEL, ...frontOf("largest"), ...SIZES["100,000"], stage: "largest" };
  const stacks = Object.entries(synthesised("largest"));
  delete STAGES.largest;
  const counts = stacks.map(([part, { resources }]) => [part, Object.keys(resources).length] as const);
  const tooLarge = counts
    .filter(([, count]) => count >= RESOURCES_MOST)
    .map(
      ([part, count]) =>
        `The ${part} stack has ${count} resources of ${RESOURCES_MOST} that we allow and 500 that CloudFormation takes. Move a part of it that knows little of the rest into a stack of its own, as docs/decisions/0087 did with the queues; docs/decisions/0153 says what was counted and what would save most.`,
    );
  expect(tooLarge).toEqual([]);
  // docs/decisions/0153 states these numbers and must be reconsidered after a large change.
  expect(Object.fromEntries(counts).service).toBeGreaterThan(RESOURCES_MOST - 100);
});

it("one deployment may choose: a repair can't wait for an alarm that is on", () => {
  expect(chosenRelease(undefined, "gradual")).toBe("gradual");
  expect(chosenRelease("at_once", "gradual")).toBe("at_once");
  expect(() => chosenRelease("fast", "gradual")).toThrow(
    'There is no release "fast". Choose one of: at_once, gradual.',
  );
});
