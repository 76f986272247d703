import { queryOptions } from "@tanstack/react-query";
import type { Me, MySession } from "../../../core/contracts/panel/me.ts";
import { ask, askAll } from "./client.ts";

/** The person who is signed in. */
export const meQuery = () =>
  queryOptions({ queryKey: ["me"], queryFn: ({ signal }) => ask<Me>({ path: "/me", signal }), staleTime: 60_000 });

/** Changes what the person chose for themselves. */
export const changeMe = (body: Partial<Pick<Me["user"], "name" | "language" | "theme" | "timezone">>) =>
  ask<Me>({ method: "PATCH", path: "/me", body });

/** Switches to another account of the person. */
export const chooseAccount = (account_id: string) =>
  ask<Me>({ method: "POST", path: "/me/account", body: { account_id } });

/** Ends the session; the answer is where the provider signs the person out. */
export const signOut = () => ask<{ url: string }>({ method: "POST", path: "/session/sign-out", body: {} });

/** The person's sessions. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ["sessions"],
    queryFn: ({ signal }) => askAll<MySession>({ path: "/me/sessions", signal }),
  });

/** Signs the person out there. */
export const endOneSession = (id: string) =>
  ask<void>({ method: "DELETE", path: `/me/sessions/${encodeURIComponent(id)}` });

/** Signs the person out everywhere else. */
export const endOtherSessions = () => ask<void>({ method: "DELETE", path: "/me/sessions" });
