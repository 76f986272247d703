import { wireTime } from "../../core/domain/wire-time.ts";
import { endSessionsOfSubject } from "../../core/operations/users/end-sessions-of-subject.ts";
import { findPerson } from "../../core/operations/users/find-person.ts";
import type { MembershipRecord } from "../../core/records/users/membership.ts";
import { keys } from "../../core/store/keys.ts";
import { TransactionRefused } from "../../core/store/table.ts";
import { fileMail } from "../../functions/file-mail.ts";
import type { ApiDeps } from "../../functions/own-deps.ts";
import { LOCAL_ADMIN } from "../identity/identity-names.ts";
import { type Identity, startIdentity } from "../identity/start-identity.ts";
import { readMail } from "../machine/read-mail.ts";

/** Input for the identity provider of one machine. */
export interface LocalIdentity {
  /** The gateway's address, without a slash at the end. */
  url: string;
  /** The folder that mail is written to; it exists. */
  mailFolder: string;
  /** The account that 'Local admin' looks around in. */
  account: string;
  deps: ApiDeps;
}

/**
 * Starts the provider, with 'Local admin' as an admin of the gateway's own account.
 * @param asTrigger runs what the function does that Cognito calls after a new password, in that function's name.
 */
export async function openIdentity(
  { url, mailFolder, account, deps }: LocalIdentity,
  asTrigger: <T>(run: () => T) => T,
): Promise<Identity> {
  const identity = await startIdentity({
    url,
    table: deps.table,
    clock: deps.clock,
    mail: fileMail(mailFolder),
    mailTo: (address) => readMail(mailFolder, address),
    async endSessions(sub) {
      await asTrigger(() => endSessionsOfSubject(deps.table, { iss: identity.issuer, sub }));
    },
  });
  await seatLocalAdmin(deps, identity.issuer, account);
  return identity;
}

async function seatLocalAdmin(deps: ApiDeps, iss: string, account: string): Promise<void> {
  const now = deps.clock.now();
  const { sub, email, name } = LOCAL_ADMIN;
  const { id } = await findPerson(deps, { iss, sub, email, email_verified: true, name }, now);
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
