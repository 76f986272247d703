import { queryOptions } from "@tanstack/react-query";
import type { Me } from "../../../core/contracts/panel/me.ts";
import { ask } from "./client.ts";

/** The person who is signed in. */
export const meQuery = () =>
  queryOptions({ queryKey: ["me"], queryFn: ({ signal }) => ask<Me>({ path: "/me", signal }), staleTime: 60_000 });

/** Changes what the person chose for themselves. */
export const changeMe = (body: Partial<Pick<Me["user"], "name" | "language" | "theme" | "timezone">>) =>
  ask<Me>({ method: "PATCH", path: "/me", body });

/** Looks at another account of the person's. */
export const chooseAccount = (account_id: string) =>
  ask<Me>({ method: "POST", path: "/me/account", body: { account_id } });

/** Ends the session; the answer is where the provider signs the person out. */
export const signOut = () => ask<{ url: string }>({ method: "POST", path: "/session/sign-out", body: {} });
