import type { AccountId, UserId } from "../../contracts/ids.ts";
import { PANEL_ROUTES } from "../../contracts/panel/panel-routes.ts";
import { isRoleAllowed } from "../../domain/accounts/role.ts";
import { keys } from "../../store/keys.ts";
import type { Key, Table } from "../../store/table.ts";
import { readSessionOf } from "./read-session.ts";

/**
 * A page that is notified of an account's changes, identified by its session and user. `hmac` is the session's hash.
 */
export interface Hearer {
  hmac: string;
  user_id: UserId;
  account_id: AccountId;
}

/**
 * Checks that a session is still on this account and that its user may still request the data that changed. Doesn't
 * count as use of the session.
 * @returns false after sign-out, removal from the team, or suspension, or once the session has switched to another
 * account.
 */
export async function checkHearer(deps: { table: Table }, hearer: Hearer, now: Date): Promise<boolean> {
  const signedIn = await readSessionOf(deps, hearer.hmac, now, { isUse: false });
  if (!signedIn?.account || !signedIn.membership) return false;
  const { user, account, membership } = signedIn;
  const isSame = user.id === hearer.user_id && account.id === hearer.account_id;
  return isSame && account.status !== "suspended" && isRoleAllowed(membership.role, PANEL_ROUTES["panel.live"].role);
}

/** Returns the items that the check depends on. If one of them changes, check again. */
export const placesOfHearer = ({ hmac, user_id, account_id }: Hearer): Key[] => [
  keys.session(hmac),
  keys.account(account_id),
  keys.accountUser(account_id, user_id),
];
