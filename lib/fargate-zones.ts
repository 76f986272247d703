/**
 * The zones where Fargate runs tasks, for regions in which only some zones offer it. Two zones of each region are used.
 * In all other regions, any zone will do. Zones are identified by id, because a name such as `us-west-1a` refers to
 * different zones in different accounts. Source: ECS's developer guide, "Supported Regions for Amazon ECS on AWS
 * Fargate", looked up in November 2026. Beijing's zones were cut off in that text, so its two are from memory.
 */
export const FARGATE_ZONES = {
  "us-west-1": ["usw1-az1", "usw1-az3"],
  "ap-northeast-1": ["apne1-az1", "apne1-az2", "apne1-az4"],
  "cn-north-1": ["cnn1-az1", "cnn1-az2"],
} as const satisfies Record<string, readonly [string, string, ...string[]]>;

/** A region in which some zones don't offer Fargate. */
export type RegionOfSomeZones = keyof typeof FARGATE_ZONES;

/** The regions in which some zones don't offer Fargate. */
export const REGIONS_OF_SOME_ZONES = Object.keys(FARGATE_ZONES) as RegionOfSomeZones[]; // Object.keys loses the key type
