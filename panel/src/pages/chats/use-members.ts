import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { plainName } from "../../../../core/contracts/plain-name.ts";
import { groupQuery } from "../../api/groups.ts";
import { threadQuery } from "../../api/messages.ts";
import type { Member } from "./rules/mention.ts";

const FRESH_MS = 60_000;

/** The group whose members are requested. */
interface WantedMembers {
  instance: string;
  /** The ID of the group's chat. */
  group: string;
  /** Whether to load the members. */
  isAsked: boolean;
  /**
   * Names from other sources, by id and by phone number. They take precedence over the names in the chat's messages.
   */
  known?: ReadonlyMap<string | null, string | null>;
}

/** Returns a group's members. Those who have written get the names shown with their messages. */
export function useMembers({ instance, group, isAsked, known }: WantedMembers): Member[] {
  const members = useQuery({ ...groupQuery(instance, group), enabled: isAsked, staleTime: FRESH_MS }).data;
  const thread = useInfiniteQuery({ ...threadQuery(instance, group, true), enabled: false }).data;
  if (!isAsked) return [];
  const names = new Map<string | null, string | null>();
  for (const { direction, participant, phone, contact_name } of thread?.pages.flatMap(({ data }) => data) ?? [])
    if (direction === "in") for (const one of [participant, phone]) names.set(one, contact_name);
  for (const [one, name] of known ?? []) names.set(one, name);
  names.delete(null);
  return (members?.participants ?? []).map((one) => ({
    ...one,
    name: plainName(names.get(one.id) ?? names.get(one.phone) ?? null),
  }));
}
