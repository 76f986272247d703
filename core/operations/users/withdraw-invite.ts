import type { AccountId } from "../../contracts/ids.ts";
import { ApiError } from "../../errors.ts";
import type { Ids } from "../../ports.ts";
import { activityWrite, type By } from "../../records/accounts/activity.ts";
import { type InviteRecord, inviteRecords } from "../../records/users/invite.ts";
import { keys } from "../../store/keys.ts";
import { type Table, TransactionRefused } from "../../store/table.ts";

/** Reads one of the account's invitations, if it is still valid. @throws ApiError `not_found`. */
export async function readInvite(table: Table, account: AccountId, id: string, now: Date): Promise<InviteRecord> {
  const invite = await inviteRecords.read(table, account, id);
  if (!invite || Date.parse(invite.expires_at) <= now.getTime()) throw notOpen();
  return invite;
}

/** Withdraws an invitation, which invalidates its link. @throws ApiError `not_found`. */
export async function withdrawInvite(
  deps: { table: Table; ids: Ids },
  { account_id: account, id, by }: { account_id: AccountId; id: string; by: By },
  now: Date,
): Promise<void> {
  const invite = await readInvite(deps.table, account, id, now);
  const line = { account_id: account, owner: "account", action: "invite.withdrawn", actor: by } as const;
  try {
    await deps.table.transact([
      { delete: keys.invite(account, id), if: [{ item: "exists" }] },
      { delete: keys.inviteToken(invite.token_hash) },
      { delete: keys.inviteAddress(account, invite.email) },
      activityWrite(deps.ids, { ...line, subject: id, changed: [] }, now),
    ]);
  } catch (error) {
    if (error instanceof TransactionRefused) throw notOpen(); // used or withdrawn in the meantime
    throw error;
  }
}

const notOpen = () => new ApiError("not_found", { message: "There is no open invitation with this id." });
