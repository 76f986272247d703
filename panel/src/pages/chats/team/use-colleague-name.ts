import { useQuery } from "@tanstack/react-query";
import { colleaguesQuery } from "../../../api/colleagues.ts";
import { useWords } from "../../../words/use-words.ts";
import { colleagueName } from "../rules/team.ts";

/**
 * Returns a function that maps a member's id to the name to display. If the caller already has a name, it can pass it
 * in.
 */
export function useColleagueName(): (id: string, known?: string | null) => string {
  const t = useWords("teamwork");
  const members = useQuery(colleaguesQuery()).data ?? [];
  return (id, known) => colleagueName(id, members, known) ?? t("formerColleague");
}
