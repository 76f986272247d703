import { useQuery } from "@tanstack/react-query";
import { colleaguesQuery } from "../../../api/colleagues.ts";
import { useWords } from "../../../words/use-words.ts";
import { colleagueName } from "../rules/team.ts";

/** Returns a function from a member's id, and the name that is already known, to the name to show. */
export function useColleagueName(): (id: string, known?: string | null) => string {
  const t = useWords("teamwork");
  const members = useQuery(colleaguesQuery()).data ?? [];
  return (id, known) => colleagueName(id, members, known) ?? t("formerColleague");
}
