import type { NotAdded } from "../../contracts/groups/create-group.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import type { TakenAction } from "../../domain/protection/taken-action.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Write } from "../../store/table.ts";
import { hashKey, keptUntil, keyPlace } from "../idempotency.ts";

/** A group created under one Idempotency-Key, from the first request on. Times are epoch ms. */
export interface GroupCreation {
  /** The request's key on the network, and the mark of the places that it took; the same for all attempts. */
  key: string;
  begun_ms: number;
  /** Until when a request waits for it; absent if none does. */
  busy_ms?: number;
  /** Whether the network was asked, so that a later attempt first checks whether the group exists. */
  asked?: boolean;
  /** The limited action, which is charged once for all attempts. */
  deed?: TakenAction;
  /** The group's id, once it is created. */
  group?: string;
  not_added?: NotAdded[];
  until_ms: number;
  ttl: number;
}

/** The groups created under keys; the second part of each place is from `creationPlace`. */
export const groupCreations = recordsAt<GroupCreation, [InstanceId, string]>(keys.idempotency);

/** Returns the place of an Idempotency-Key's group. */
export const creationPlace = (key: string): string => keyPlace("group", key);

/**
 * Returns the place of a group requested without a key, derived from its content. An identical request finds the first
 * one's group, as long as that request got no answer. docs/decisions/0167.
 */
export const unansweredPlace = (about: {
  subject: string;
  description: string | null;
  people: readonly string[];
}): string => hashKey(`unanswered\n${JSON.stringify([about.subject, about.description, about.people.toSorted()])}`);

/** Returns the place where a group's key is recorded. */
export const madePlace = (group: string): string => hashKey(`made\n${group}`);

/**
 * Creates the record of a creation. @param keptMs how long a repeated request finds it; omitted means as long as any
 * key.
 */
export function newCreation(key: string, now: Date, keptMs?: number): GroupCreation {
  const until_ms = keptMs === undefined ? keptUntil(now).getTime() : now.getTime() + keptMs;
  return { key, begun_ms: now.getTime(), until_ms, ttl: Math.floor(until_ms / 1000) };
}

/**
 * Records the key under which a group of ours was created, so that a repeated request with another key does not claim
 * it.
 */
export function noteMade(instance: InstanceId, group: string, key: string, now: Date): Write {
  const ttl = Math.floor(keptUntil(now).getTime() / 1000);
  return { put: { ...keys.idempotency(instance, madePlace(group)), key, ttl } };
}
