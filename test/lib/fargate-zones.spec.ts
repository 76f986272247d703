import { describe, expect, it } from "vitest";
import { synthesised } from "./synthesised.ts";

const { session } = synthesised("prod");
const subnets = session.ofType("AWS::EC2::Subnet").map(([, { Properties }]) => Properties);
const conditions = session.template.toJSON().Conditions as Record<string, { "Fn::Equals": unknown[] }>;

/** A value as CloudFormation works it out in a region; undefined: the property is left out. */
function inRegion(value: unknown, region: string): unknown {
  const [[fn, argument] = ["", null]] = Object.entries((value ?? {}) as Record<string, unknown>);
  if (fn === "Ref") return argument === "AWS::NoValue" ? undefined : value;
  if (fn !== "Fn::If") return value;
  const [name, then, otherwise] = argument as [string, unknown, unknown];
  expect(conditions[name]?.["Fn::Equals"][0]).toEqual({ Ref: "AWS::Region" });
  return inRegion(conditions[name]?.["Fn::Equals"][1] === region ? then : otherwise, region);
}

const placesIn = (region: string) =>
  subnets.map((one) => ({
    id: inRegion(one.AvailabilityZoneId, region),
    name: inRegion(one.AvailabilityZone, region),
  }));

describe("session tasks run in zones that have Fargate", () => {
  it.each([
    ["us-west-1", "usw1-az1", "usw1-az3"],
    ["ap-northeast-1", "apne1-az1", "apne1-az2"],
    ["cn-north-1", "cnn1-az1", "cnn1-az2"],
  ])("in %s in %s and %s, by their ids", (region, one, other) => {
    expect(placesIn(region)).toEqual([
      { id: one, name: undefined },
      { id: other, name: undefined },
    ]);
  });

  it.each(["us-east-1", "eu-west-1", "sa-east-1"])("in %s in the first two, for all have it", (region) => {
    const zone = (n: number) => ({ "Fn::Select": [n, { "Fn::GetAZs": "" }] });
    expect(placesIn(region)).toEqual([
      { id: undefined, name: zone(0) },
      { id: undefined, name: zone(1) },
    ]);
  });
});
