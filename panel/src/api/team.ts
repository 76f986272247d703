import { queryOptions } from "@tanstack/react-query";
import type { Role } from "../../../core/contracts/panel/roles.ts";
import type { Invite, Member, NewInvite, PanelAccount, Usage } from "../../../core/contracts/panel/team.ts";
import { ask, askAll } from "./client.ts";

/** The people of the account. */
export const membersQuery = () =>
  queryOptions({ queryKey: ["members"], queryFn: ({ signal }) => askAll<Member>({ path: "/members", signal }) });

/** Invitations that were not used yet. */
export const invitesQuery = () =>
  queryOptions({ queryKey: ["invites"], queryFn: ({ signal }) => askAll<Invite>({ path: "/invites", signal }) });

const memberPath = (user: string) => `/members/${encodeURIComponent(user)}`;
const invitePath = (id: string, rest = "") => `/invites/${encodeURIComponent(id)}${rest}`;

/** Gives a person another role; it counts from their next request. */
export const changeRole = (user: string, role: Role) =>
  ask<Member>({ method: "PATCH", path: memberPath(user), body: { role } });

/** Takes a person out of the account and ends their sessions in it. */
export const removeMember = (user: string) => ask<void>({ method: "DELETE", path: memberPath(user) });

/** Invites somebody by their e-mail address. */
export const createInvite = (body: { email: string; role: Role }) =>
  ask<NewInvite>({ method: "POST", path: "/invites", body });

/** Takes an invitation back. */
export const withdrawInvite = (id: string) => ask<void>({ method: "DELETE", path: invitePath(id) });

/** Mails an invitation again. */
export const sendInvite = (id: string) => ask<NewInvite>({ method: "POST", path: invitePath(id, "/send") });

/** Joins the account of an invitation link. @param token the part after the link's `#`. */
export const acceptInvite = (token: string) =>
  ask<{ account_id: string; role: Role }>({ method: "POST", path: "/invites/accept", body: { token } });

/** Opens an account, of which the person is the admin. */
export const openAccount = (name: string) => ask<PanelAccount>({ method: "POST", path: "/accounts", body: { name } });

/** The account in view. */
export const accountQuery = () =>
  queryOptions({ queryKey: ["account"], queryFn: ({ signal }) => ask<PanelAccount>({ path: "/account", signal }) });

/** Changes what an account is called and where the operator writes to. */
export const changeAccount = (body: Partial<Pick<PanelAccount, "name" | "contact_email">>) =>
  ask<PanelAccount>({ method: "PATCH", path: "/account", body });

/** How much of the plan is used. */
export const usageQuery = () =>
  queryOptions({ queryKey: ["usage"], queryFn: ({ signal }) => ask<Usage>({ path: "/usage", signal }) });
