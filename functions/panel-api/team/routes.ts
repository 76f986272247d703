import { getAccount, getTraffic, getUsage, updateAccount } from "./account.ts";
import { acceptInvite, createInvite, listInvites, sendInvite, withdrawInvite } from "./invites.ts";
import { listMembers, removeMember, updateMember } from "./members.ts";

/** The routes for an account, its members, and its invitations. */
export const routes = [
  getAccount,
  updateAccount,
  getUsage,
  getTraffic,
  listMembers,
  updateMember,
  removeMember,
  listInvites,
  createInvite,
  sendInvite,
  withdrawInvite,
  acceptInvite,
];
