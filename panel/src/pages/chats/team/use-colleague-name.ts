import { useQuery } from "@tanstack/react-query";
import { colleaguesQuery } from "../../../api/colleagues.ts";
import { useWords } from "../../../words/use-words.ts";
import { colleagueName } from "../rules/team.ts";

/**
 * Returns a function that returns the name to display for a member's id. A name that is already known can be passed to
 * it.
 */
export function useColleagueName(): (id: string, known?: string | null) => string {
  const t = useWords("teamwork");
  const members = useQuery(colleaguesQuery()).data ?? [];
  return (id, known) => colleagueName(id, members, known) ?? t("formerColleague");
}
