import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { areAllDone, firstStepsQuery } from "../api/start.ts";
import { useAccount, useCan } from "./use-me.ts";

/** The storage key that records that the steps are done, so this browser stops requesting them. */
const keptAs = (account: string) => `first-steps-done:${account}`;

/** Whether the menu still links to the first steps. It does until all of them are done. */
export function useFirstSteps(): boolean {
  const queries = useQueryClient();
  const account = useAccount()?.id ?? null;
  const isAdmin = useCan()("keys.change") === null;
  const isKnown = account === null || localStorage.getItem(keptAs(account)) !== null;
  const { data } = useQuery({ ...firstStepsQuery(queries, isAdmin), enabled: !isKnown, staleTime: 60_000 });
  const isDone = data !== undefined && areAllDone(data);
  useEffect(() => {
    if (isDone && account !== null) localStorage.setItem(keptAs(account), "1");
  }, [isDone, account]);
  return !isKnown && !isDone;
}
