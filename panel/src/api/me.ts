import type { Me } from "../../../core/contracts/panel/me.ts";
import { call } from "./call.ts";
import { ask } from "./client.ts";
import { allOf, queryOf } from "./query.ts";

/** The person who is signed in. */
export const meQuery = () => queryOf("panel.me", {}, { staleTime: 60_000 });

/** Changes what the person chose for themselves. */
export const changeMe = (body: Partial<Pick<Me["user"], "name" | "language" | "theme" | "timezone">>) =>
  call("panel.me.update", { body });

/** Switches to another account of the person. */
export const chooseAccount = (account_id: string) => call("panel.me.choose_account", { body: { account_id } });

/** Ends the session; the answer is where the provider signs the person out. */
export const signOut = () => ask<{ url: string }>({ method: "POST", path: "/session/sign-out", body: {} });

/** The person's sessions. */
export const sessionsQuery = () => allOf("panel.sessions.list", {});

/** Signs the person out there. */
export const endOneSession = (id: string) => call("panel.sessions.end", { at: { id } });

/** Signs the person out everywhere else. */
export const endOtherSessions = () => call("panel.sessions.end_others");
