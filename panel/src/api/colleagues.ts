import { useQuery } from "@tanstack/react-query";
import type { Member } from "../../../core/contracts/panel/team.ts";
import { membersQuery } from "./team.ts";

const MINUTE = 60_000;

/** The account's members, read again after a while: people seldom join or leave a team. */
export const colleaguesQuery = () => ({ ...membersQuery(), staleTime: 10 * MINUTE });

/** The members to whom a chat can be assigned, because they may answer. */
export const whoMayAnswer = (members: readonly Member[]): Member[] => members.filter(({ role }) => role !== "viewer");

/** The members to whom a chat can be assigned; empty until they are loaded, and for an account with one member. */
export function useColleagues(): Member[] {
  const may = whoMayAnswer(useQuery(colleaguesQuery()).data ?? []);
  return may.length > 1 ? may : [];
}
