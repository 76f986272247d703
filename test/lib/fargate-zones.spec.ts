import { describe, expect, it } from "vitest";
import { REGIONS_OF_SOME_ZONES } from "../../lib/fargate-zones.ts";
import { synthesised } from "./synthesised.ts";

const { session } = synthesised("prod");
const subnets = session.ofType("AWS::EC2::Subnet").map(([, { Properties }]) => Properties);
const conditions = session.template.toJSON().Conditions as Record<string, { "Fn::Equals": unknown[] }>;

/** Evaluates a value for a region, as CloudFormation does. Returns undefined if the property is left out. */
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

/** Returns the name of a subnet's zone in an account whose region has these zones. */
function nameAmong(zones: readonly string[], name: unknown): string | undefined {
  const [at, of] = (name as { "Fn::Select": [number, unknown] })["Fn::Select"];
  expect(of).toEqual({ "Fn::GetAZs": "" });
  return zones[at];
}

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

  it.each([2, 3, 4, 6])("of an account that has %i of them in two different ones", (count) => {
    const zones = Array.from({ length: count }, (_, n) => `eu-west-1${"abcdef"[n]}`);

    const used = placesIn("eu-west-1").map(({ name }) => nameAmong(zones, name));
    expect(zones).toEqual(expect.arrayContaining(used));
    expect(new Set(used).size).toBe(2);
  });

  it("by conditions that the template has, each of one region, in no other place than these properties", () => {
    const text = JSON.stringify(session.template.toJSON().Resources);
    const asked = new Set([...text.matchAll(/"Fn::If":\["(\w+)"/g)].map(([, name]) => name ?? ""));

    const regions = [...asked].map((name) => {
      expect(conditions[name]?.["Fn::Equals"][0]).toEqual({ Ref: "AWS::Region" });
      return conditions[name]?.["Fn::Equals"][1];
    });
    expect(regions.toSorted()).toEqual(REGIONS_OF_SOME_ZONES.toSorted());
    const inSubnets = JSON.stringify(subnets.map((one) => [one.AvailabilityZone, one.AvailabilityZoneId]));
    expect(text.split('"Fn::If"').length).toBe(inSubnets.split('"Fn::If"').length);
  });
});
