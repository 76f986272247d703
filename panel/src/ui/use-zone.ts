import { useQuery } from "@tanstack/react-query";
import { meQuery } from "../api/me.ts";

/** The user's time zone: their choice, or else the browser's. */
export function useZone(): string {
  const chosen = useQuery(meQuery()).data?.user.timezone;
  return chosen ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
