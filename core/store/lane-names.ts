import { createHash } from "node:crypto";
import type { AccountId, InstanceId } from "../contracts/ids.ts";

/** A lane's owner, parsed from the lane's partition key. It determines which worker runs the lane. */
export type LaneName =
  | { kind: "endpoint"; account_id: AccountId; owner: string }
  | { kind: "instance"; instance_id: InstanceId }
  | { kind: "chat"; instance_id: InstanceId; person: string };

/** A webhook's endpoint lane. `owner` is "account" or an instance id. */
export const endpointLane = (account: AccountId, owner: string) => `ACC#${account}#HOOK#${owner}#LANE`;

/** The lane for all messages waiting to be sent by an instance. */
export const instanceLane = (instance: InstanceId) => `INST#${instance}#LANE`;

/**
 * The lane for a person's texts that are waiting for an automation to answer.
 * @param person the person's key, or AGENT_LANE.
 */
export const chatLane = (instance: InstanceId, person: string) => `INST#${instance}#CHAT#${person}#LANE`;

/** Replaces the person in the name of an instance's own agent lane. It can't be a person's key. */
export const AGENT_LANE = "agent";

/** The maximum length of a lane's name. The ids in it become parts of keys. */
const LANE_CHARS = 300;

/**
 * Parses a lane's name. @returns null if the string isn't a lane's name (for example, from a foreign or corrupt queue
 * message).
 */
export function parseLane(lane: string): LaneName | null {
  if (lane.length > LANE_CHARS) return null;
  const endpoint = /^ACC#([^#]+)#HOOK#([^#]+)#LANE$/.exec(lane);
  if (endpoint) return { kind: "endpoint", account_id: endpoint[1] ?? "", owner: endpoint[2] ?? "" };
  const instance = /^INST#([^#]+)#LANE$/.exec(lane);
  if (instance) return { kind: "instance", instance_id: instance[1] ?? "" };
  const chat = /^INST#([^#]+)#CHAT#([^#]+)#LANE$/.exec(lane);
  if (chat) return { kind: "chat", instance_id: chat[1] ?? "", person: chat[2] ?? "" };
  return null;
}

/** Returns a lane's name in a form that is safe to log, without a person's number. */
export const laneForLog = (lane: string): string => lane.slice(0, 100).replace(/(#CHAT#)[^#]+/, "$1…");

/** Returns the queue for a shard's wake-ups. Many shards share a few queues. */
export const queueOfShard = (shard: number, queueCount: number) => shard % queueCount;

/**
 * Returns a stable bucket from 0 to buckets-1 for a string. Used for an instance's shard and for a lane's partition in
 * the sweep's index.
 */
export function bucketOf(text: string, buckets: number): number {
  return createHash("sha256").update(text).digest().readUInt32BE(0) % buckets;
}
