import { Aws, CfnCondition, Fn, Token } from "aws-cdk-lib";
import type { CfnSubnet, ISubnet } from "aws-cdk-lib/aws-ec2";
import type { Construct } from "constructs";
import { FARGATE_ZONES, REGIONS_OF_SOME_ZONES } from "../fargate-zones.ts";
import { acknowledge } from "./acknowledge.ts";

/**
 * Places each subnet in a zone that offers Fargate. The templates fit every region, so the choice is left to
 * CloudFormation. In regions where every zone has Fargate, the subnets stay in their zones.
 */
export function chooseZones(scope: Construct, subnets: readonly ISubnet[]): void {
  const conditions = REGIONS_OF_SOME_ZONES.map((region) => ({
    region,
    is: new CfnCondition(scope, `In-${region}`, { expression: Fn.conditionEquals(Aws.REGION, region) }),
  }));
  for (const [n, subnet] of subnets.entries()) {
    const own = subnet.node.defaultChild as CfnSubnet; // the resource of a Subnet
    // Use conditions rather than a mapping, because CloudFormation looks up a mapping's key even in the branch that
    // isn't selected.
    const choose = (of: (region: keyof typeof FARGATE_ZONES) => string, otherwise: string) =>
      conditions.reduce(
        (rest, { region, is }) => Token.asString(Fn.conditionIf(is.logicalId, of(region), rest)),
        otherwise,
      );
    own.availabilityZoneId = choose((region) => zoneOf(region, n), Aws.NO_VALUE);
    own.availabilityZone = choose(() => Aws.NO_VALUE, subnet.availabilityZone);
    acknowledge(subnet, {
      "CloudFormation-Validate::F3020":
        "In each region one of the two properties is left out by a condition, which this rule does not work out.",
    });
  }
}

/** Returns the zone for the n-th subnet in a region. @throws if there are more subnets than zones. */
function zoneOf(region: keyof typeof FARGATE_ZONES, n: number): string {
  const zone = FARGATE_ZONES[region][n];
  if (zone === undefined)
    throw new Error(`${region} has fewer than ${n + 1} zones with Fargate (lib/fargate-zones.ts).`);
  return zone;
}
