import type { Me } from "../../../core/contracts/panel/me.ts";
import { call } from "./call.ts";
import { ask } from "./client.ts";
import { allOf, queryOf } from "./query.ts";

/** The query for the signed-in user. */
export const meQuery = () => queryOf("panel.me", {}, { staleTime: 60_000 });

/** Changes the user's own settings. */
export const changeMe = (body: Partial<Pick<Me["user"], "name" | "language" | "theme" | "timezone">>) =>
  call("panel.me.update", { body });

/** Switches to another of the user's accounts. */
export const chooseAccount = (account_id: string) => call("panel.me.choose_account", { body: { account_id } });

/** Ends the session. The response contains the identity provider's sign-out URL. */
export const signOut = () => ask<{ url: string }>({ method: "POST", path: "/session/sign-out", body: {} });

/** The query for the user's sessions. */
export const sessionsQuery = () => allOf("panel.sessions.list", {});

/** Ends one of the user's sessions. */
export const endOneSession = (id: string) => call("panel.sessions.end", { at: { id } });

/** Signs the user out everywhere else. */
export const endOtherSessions = () => call("panel.sessions.end_others");
