import { useQuery } from "@tanstack/react-query";
import { meQuery } from "../api/me.ts";

/** Returns the user's time zone: the one they chose, otherwise the browser's. */
export function useZone(): string {
  const chosen = useQuery(meQuery()).data?.user.timezone;
  return chosen ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
