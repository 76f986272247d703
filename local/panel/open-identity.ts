import { wireTime } from "../../core/domain/wire-time.ts";
import { findPerson } from "../../core/operations/users/find-person.ts";
import type { MembershipRecord } from "../../core/records/users/membership.ts";
import { keys } from "../../core/store/keys.ts";
import { TransactionRefused } from "../../core/store/table.ts";
import { fileMail } from "../../functions/file-mail.ts";
import type { ApiDeps } from "../../functions/own-deps.ts";
import { IDENTITY_NAME, LOCAL_ADMIN } from "../identity/identity-names.ts";
import { type IdentityProvider, startIdentity } from "../identity/start-identity.ts";
import { readMail } from "../machine/read-mail.ts";

/** Options for starting a single machine's identity provider. */
export interface LocalIdentity {
  /** The gateway's address, without a trailing slash. */
  url: string;
  /** Whether people other than the machine's owner sign in. If so, 'Local admin' can't sign in. */
  isForTeam: boolean;
  /** The folder to which emails are written. It must already exist. */
  mailFolder: string;
  /** The account in which 'Local admin' can look around. */
  account: string;
  deps: ApiDeps;
  /**
   * Calls the function that a user pool would call after a password reset. @param sub the user's id at the provider.
   */
  passwordReset(sub: string): Promise<void>;
}

/**
 * Starts the identity provider. If it is only for the machine's owner, 'Local admin' becomes an admin of the gateway's
 * own account.
 */
export async function openIdentity({
  url,
  isForTeam,
  mailFolder,
  account,
  deps,
  passwordReset,
}: LocalIdentity): Promise<IdentityProvider> {
  const identity = await startIdentity({
    url,
    isForTeam,
    table: deps.table,
    vault: deps.vault,
    clock: deps.clock,
    mail: fileMail(mailFolder),
    mailTo: (address) => readMail(mailFolder, address),
    endSessions: passwordReset,
  });
  if (!isForTeam) await seatLocalAdmin(deps, account);
  return identity;
}

async function seatLocalAdmin(deps: ApiDeps, account: string): Promise<void> {
  const now = deps.clock.now();
  const { sub, email, name } = LOCAL_ADMIN;
  const { id } = await findPerson(deps, { iss: IDENTITY_NAME, sub, email, email_verified: true, name }, now);
  const membership: MembershipRecord = { user_id: id, role: "admin", email, name, joined_at: wireTime(now) };
  try {
    await deps.table.transact([
      { put: { ...keys.accountUser(account, id), ...membership }, if: [{ item: "absent" }] },
      { put: { ...keys.userAccount(id, account) } },
      { update: keys.accountAdmins(account), add: { admins: 1 } },
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error; // seated at an earlier start
  }
}
