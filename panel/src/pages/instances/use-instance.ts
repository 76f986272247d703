import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Instance } from "../../../../core/contracts/instance.ts";
import { instanceQuery } from "../../api/instances.ts";

/** The number named in the URL. @param everyMs the polling interval. */
export function useInstance(everyMs?: number): Instance {
  const { instance = "" } = useParams({ strict: false });
  return useSuspenseQuery(instanceQuery(instance, everyMs)).data;
}
