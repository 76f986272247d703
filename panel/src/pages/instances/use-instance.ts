import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Instance } from "../../../../core/contracts/instance.ts";
import { instanceQuery } from "../../api/instances.ts";

/** Returns the number whose id is in the URL. @param everyMs the polling interval. */
export function useInstance(everyMs?: number): Instance {
  const { instance = "" } = useParams({ strict: false });
  return useSuspenseQuery(instanceQuery(instance, everyMs)).data;
}
