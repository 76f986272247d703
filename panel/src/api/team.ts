import type { Role } from "../../../core/contracts/panel/roles.ts";
import type { PanelAccount } from "../../../core/contracts/panel/team.ts";
import { call } from "./call.ts";
import { allOf, queryOf } from "./query.ts";

/** The people of the account. */
export const membersQuery = () => allOf("panel.members.list", {});

/** Invitations that were not used yet. */
export const invitesQuery = () => allOf("panel.invites.list", {});

/** Gives a person another role; it counts from their next request. */
export const changeRole = (user: string, role: Role) => call("panel.members.update", { at: { user }, body: { role } });

/** Takes a person out of the account and ends their sessions in it. */
export const removeMember = (user: string) => call("panel.members.remove", { at: { user } });

/** Invites somebody by their e-mail address. */
export const createInvite = (body: { email: string; role: Role }) => call("panel.invites.create", { body });

/** Takes an invitation back. */
export const withdrawInvite = (id: string) => call("panel.invites.withdraw", { at: { id } });

/** Mails an invitation again. */
export const sendInvite = (id: string) => call("panel.invites.send", { at: { id } });

/** Joins the account of an invitation link. @param token the part after the link's `#`. */
export const acceptInvite = (token: string) => call("panel.invites.accept", { body: { token } });

/** Opens an account, of which the person is the admin. */
export const openAccount = (name: string) => call("panel.accounts.open", { body: { name } });

/** The account in view. */
export const accountQuery = () => queryOf("panel.account.get", {});

/** Changes what an account is called and where the operator writes to. */
export const changeAccount = (body: Partial<Pick<PanelAccount, "name" | "contact_email">>) =>
  call("panel.account.update", { body });

/** How much of the plan is used. */
export const usageQuery = () => queryOf("panel.usage", {});
