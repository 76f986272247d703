import type { NotAdded } from "../../contracts/groups/create-group.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import type { TakenAction } from "../../domain/protection/taken-action.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Write } from "../../store/table.ts";
import { hashKey, keptUntil, keyPlace } from "../idempotency.ts";

/** The creation of a group under an Idempotency-Key, recorded from the first request onward. Times are in epoch ms. */
export interface GroupCreation {
  /**
   * The request's key on the network, which also marks the places reserved by the request. All attempts use the same
   * key.
   */
  key: string;
  begun_ms: number;
  /** When a request stops waiting for the creation. Absent if no request is waiting. */
  busy_ms?: number;
  /**
   * Whether the network has been asked to create the group, in which case a later attempt must first check whether the
   * group exists.
   */
  asked?: boolean;
  /** The limited action. It is charged only once for all attempts. */
  deed?: TakenAction;
  /** The group's id, once the group has been created. */
  group?: string;
  not_added?: NotAdded[];
  until_ms: number;
  ttl: number;
}

/** The groups created under Idempotency-Keys. The second part of each place comes from `creationPlace`. */
export const groupCreations = recordsAt<GroupCreation, [InstanceId, string]>(keys.idempotency);

/** Returns the place of the group created under an Idempotency-Key. */
export const creationPlace = (key: string): string => keyPlace("group", key);

/**
 * Returns the place of a group requested without a key, derived from the group's content. As long as the first request
 * has received no response, an identical request finds its group. docs/decisions/0167.
 */
export const unansweredPlace = (about: {
  subject: string;
  description: string | null;
  people: readonly string[];
}): string => hashKey(`unanswered\n${JSON.stringify([about.subject, about.description, about.people.toSorted()])}`);

/** Returns the place where a group's Idempotency-Key is recorded. */
export const madePlace = (group: string): string => hashKey(`made\n${group}`);

/**
 * Creates the record of a group's creation. @param keptMs how long the record is stored so that a repeated request can
 * find it. Defaults to the usual lifetime of a key.
 */
export function newCreation(key: string, now: Date, keptMs?: number): GroupCreation {
  const until_ms = keptMs === undefined ? keptUntil(now).getTime() : now.getTime() + keptMs;
  return { key, begun_ms: now.getTime(), until_ms, ttl: Math.floor(until_ms / 1000) };
}

/** Records the key under which we created a group, so a repeated request with another key doesn't claim the group. */
export function noteMade(instance: InstanceId, group: string, key: string, now: Date): Write {
  const ttl = Math.floor(keptUntil(now).getTime() / 1000);
  return { put: { ...keys.idempotency(instance, madePlace(group)), key, ttl } };
}
