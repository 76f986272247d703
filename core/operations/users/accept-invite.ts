import { PANEL_LIMITS } from "../../contracts/panel/panel-limits.ts";
import { addressBlock } from "../../domain/accounts/address-block.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { ApiError } from "../../errors.ts";
import type { Ids } from "../../ports.ts";
import { activityWrite } from "../../records/accounts/activity.ts";
import { type InviteRecord, inviteRecords, inviteTokens } from "../../records/users/invite.ts";
import { type MembershipRecord, memberships } from "../../records/users/membership.ts";
import { keys } from "../../store/keys.ts";
import { type Table, TransactionRefused } from "../../store/table.ts";
import { countAdmins } from "./change-role.ts";
import { chooseWrites } from "./choose-account.ts";
import { endSessionsOf } from "./end-session.ts";
import { tokenHash } from "./make-invite.ts";
import type { SignedIn } from "./read-session.ts";
import { perHour, takeTries } from "./take-try.ts";

const NOT_OPEN =
  "This invitation can't be used. It has already been used or withdrawn, is older than seven days, or is for another email address. Ask for a new one.";

/**
 * Makes the signed-in user a member of the account that invited them, and switches their session to that account. Each
 * link works once. The response is always the same for a link that is used, withdrawn, expired, invalid or meant for
 * someone else. Attempts are limited to five an hour per user, and to five per link from each address.
 * @throws ApiError `not_found`, `limit_reached`; `conflict` if the user is already a member.
 */
export async function acceptInvite(
  deps: { table: Table; ids: Ids },
  session: SignedIn,
  { token, source }: { token: string; source: string },
  now: Date,
): Promise<InviteRecord> {
  const { user } = session;
  const hash = tokenHash(token);
  const limit = perHour(PANEL_LIMITS.wrongInvitesPerHour);
  const places = [keys.userRate("invites", user.id), keys.linkRate(hash, addressBlock(source))];
  const giveBack = await takeTries(
    deps.table,
    places.map((place) => [place, limit] as const),
    now,
  );
  const invite = await findInvite(deps.table, hash);
  if (!invite || !isFor(invite, session, now)) throw new ApiError("not_found", { message: NOT_OPEN });
  await giveBack();
  if (await memberships.read(deps.table, invite.account_id, user.id))
    throw new ApiError("conflict", { message: "You already belong to this account. Choose it from the menu." });
  // An interrupted removal may have left old sessions behind, which joining would make valid again.
  await endSessionsOf(deps.table, user.id, { account_id: invite.account_id, but: session.record.id });
  await join(deps, session, invite, source, now);
  return invite;
}

async function findInvite(table: Table, hash: string): Promise<InviteRecord | null> {
  const found = await inviteTokens.read(table, hash);
  return found && inviteRecords.read(table, found.account_id, found.invite_id);
}

const isFor = ({ email, expires_at }: InviteRecord, { user }: SignedIn, now: Date) =>
  user.email_verified && user.email.toLowerCase() === email && Date.parse(expires_at) > now.getTime();

async function join(
  deps: { table: Table; ids: Ids },
  session: SignedIn,
  invite: InviteRecord,
  source: string,
  now: Date,
): Promise<void> {
  const { user } = session;
  const { account_id: account, role, token_hash } = invite;
  const membership: MembershipRecord = {
    ...{ user_id: user.id, role, email: user.email, name: user.name },
    joined_at: wireTime(now),
  };
  const line = { account_id: account, owner: "account", action: "member.joined" } as const;
  const actor = { user_id: user.id, source };
  const isOpen = [{ item: "exists" as const }, { field: "token_hash", op: "=" as const, value: token_hash }];
  try {
    await deps.table.transact([
      { delete: keys.invite(account, invite.id), if: isOpen },
      { delete: keys.inviteToken(token_hash) },
      { delete: keys.inviteAddress(account, invite.email) },
      { put: { ...keys.accountUser(account, user.id), ...membership }, if: [{ item: "absent" }] },
      { put: { ...keys.userAccount(user.id, account) } },
      ...countAdmins(account, null, role),
      ...chooseWrites(session, account),
      activityWrite(deps.ids, { ...line, actor, subject: user.id, changed: [] }, now),
    ]);
  } catch (error) {
    if (error instanceof TransactionRefused) throw new ApiError("not_found", { message: NOT_OPEN });
    throw error;
  }
}
