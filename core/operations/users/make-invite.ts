import { createHash } from "node:crypto";
import { DAY_MS } from "../../contracts/durations.ts";
import type { AccountId } from "../../contracts/ids.ts";
import { ID_PREFIXES } from "../../contracts/ids.ts";
import { PANEL_LIMITS } from "../../contracts/panel/panel-limits.ts";
import type { Role } from "../../contracts/panel/roles.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ApiError } from "../../errors.ts";
import type { Ids } from "../../ports.ts";
import { activityWrite, type By } from "../../records/accounts/activity.ts";
import { type InviteRecord, inviteRecords } from "../../records/users/invite.ts";
import { readMemberships } from "../../records/users/membership.ts";
import { keys } from "../../store/keys.ts";
import { type Table, TransactionRefused } from "../../store/table.ts";

/** The details of a new invitation. */
export interface InviteRequest {
  account_id: AccountId;
  email: string;
  role: Role;
  by: By;
}

const TOKEN_BYTES = 32;
const IS_INVITED = "This address has already been invited. Resend that invitation, or withdraw it.";

/** Returns the hash that a token's invitation is stored under. */
export const tokenHash = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Generates a token for a link. Only the token's hash is stored. */
export const newToken = (ids: Ids): string => ids.random(TOKEN_BYTES).toString("base64url");

/**
 * Lists an account's usable invitations, oldest first. Only the newest ones are read: all invitations have the same
 * lifetime, and expired ones may stay in the table for days before it deletes them.
 */
export async function listInvites(table: Table, account: AccountId, now: Date): Promise<InviteRecord[]> {
  const range = { pk: keys.invite(account, "").pk, limit: PANEL_LIMITS.invitesMax, descending: true };
  const { items } = await table.query(range);
  const open = items.map(inviteRecords.of).filter(({ expires_at }) => Date.parse(expires_at) > now.getTime());
  return open.reverse();
}

/**
 * Invites someone by e-mail address. The token for the link in the e-mail is only available in this result.
 * @throws ApiError `conflict` if the person already belongs to the account or has already been invited, or if there are
 * too many open invitations.
 */
export async function makeInvite(
  deps: { table: Table; ids: Ids },
  { account_id, email: given, role, by }: InviteRequest,
  now: Date,
): Promise<{ invite: InviteRecord; token: string }> {
  const email = given.toLowerCase();
  const [open, members] = await Promise.all([
    listInvites(deps.table, account_id, now),
    readMemberships(deps.table, account_id),
  ]);
  if (members.some((member) => member.email.toLowerCase() === email))
    throw new ApiError("conflict", { message: "Someone with this email address already belongs to the account." });
  if (open.some((one) => one.email === email)) throw new ApiError("conflict", { message: IS_INVITED });
  if (open.length >= PANEL_LIMITS.invitesMax)
    throw new ApiError("conflict", { message: "Too many invitations are open. Withdraw any you no longer need." });

  const token = newToken(deps.ids);
  const expires = new Date(now.getTime() + PANEL_LIMITS.inviteDays * DAY_MS);
  const invite: InviteRecord = {
    id: deps.ids.next(ID_PREFIXES.invite, now),
    ...{ account_id, email, role, token_hash: tokenHash(token) },
    created_at: wireTime(now),
    expires_at: wireTime(expires),
    sent_at: null,
    sends: [],
    ttl: Math.floor(expires.getTime() / 1000),
  };
  const line = { account_id, owner: "account", action: "invite.created", actor: by } as const;
  const { token_hash, expires_at, ttl } = invite;
  try {
    await deps.table.transact([
      { put: { ...keys.invite(account_id, invite.id), ...invite }, if: [{ item: "absent" }] },
      { put: { ...keys.inviteToken(token_hash), account_id, invite_id: invite.id, ttl } },
      {
        put: { ...keys.inviteAddress(account_id, email), expires_at, ttl },
        // The write is refused if the same person is being invited concurrently. An expired invitation may still be
        // stored.
        if: [{ anyOf: [[{ item: "absent" }], [{ field: "expires_at", op: "<=", value: wireTime(now) }]] }],
      },
      activityWrite(deps.ids, { ...line, subject: invite.id, changed: [] }, now),
    ]);
  } catch (error) {
    if (error instanceof TransactionRefused) throw new ApiError("conflict", { message: IS_INVITED });
    throw error;
  }
  return { invite, token };
}
