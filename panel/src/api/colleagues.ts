import { useQuery } from "@tanstack/react-query";
import type { Member } from "../../../core/contracts/panel/team.ts";
import { membersQuery } from "./team.ts";

const MINUTE = 60_000;

/** The query for the account's members. Rarely refetched, because people seldom join or leave a team. */
export const colleaguesQuery = () => ({ ...membersQuery(), staleTime: 10 * MINUTE });

/** Returns the members who can be assigned chats: those who are allowed to answer. */
export const whoMayAnswer = (members: readonly Member[]): Member[] => members.filter(({ role }) => role !== "viewer");

/**
 * Returns the members that chats can be assigned to. The list is empty until they are loaded, and if only one member is
 * allowed to answer.
 */
export function useColleagues(): Member[] {
  const may = whoMayAnswer(useQuery(colleaguesQuery()).data ?? []);
  return may.length > 1 ? may : [];
}
