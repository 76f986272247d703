import type { Role } from "../../../core/contracts/panel/roles.ts";
import type { PanelAccount } from "../../../core/contracts/panel/team.ts";
import { call } from "./call.ts";
import { allOf, queryOf } from "./query.ts";

/** The query for the account's members. */
export const membersQuery = () => allOf("panel.members.list", {});

/** The query for the unused invitations. */
export const invitesQuery = () => allOf("panel.invites.list", {});

/** Changes a member's role, which takes effect with their next request. */
export const changeRole = (user: string, role: Role) => call("panel.members.update", { at: { user }, body: { role } });

/** Removes a member from the account and ends their sessions in it. */
export const removeMember = (user: string) => call("panel.members.remove", { at: { user } });

/** Invites someone by email address. */
export const createInvite = (body: { email: string; role: Role }) => call("panel.invites.create", { body });

/** Withdraws an invitation. */
export const withdrawInvite = (id: string) => call("panel.invites.withdraw", { at: { id } });

/** Resends an invitation by email. */
export const sendInvite = (id: string) => call("panel.invites.send", { at: { id } });

/** Joins the account that an invitation link belongs to. @param token the part after the link's `#`. */
export const acceptInvite = (token: string) => call("panel.invites.accept", { body: { token } });

/** Opens a new account with the user as its admin. */
export const openAccount = (name: string) => call("panel.accounts.open", { body: { name } });

/** The query for the current account. */
export const accountQuery = () => queryOf("panel.account.get", {});

/** Changes the account's name and the email address at which the operator can contact it. */
export const changeAccount = (body: Partial<Pick<PanelAccount, "name" | "contact_email">>) =>
  call("panel.account.update", { body });

/** The query for the account's usage of its plan. */
export const usageQuery = () => queryOf("panel.usage", {});

/** The query for each number's message counts for today. */
export const trafficQuery = () => queryOf("panel.traffic", {}, { refetchInterval: 60_000 });
