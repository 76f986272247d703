import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
/** What of a stored panel user this needs. */
export interface AccountUser {
  role: string;
  email?: string;
}

/** The people of an account. */
export const accountUsers = recordsAt<AccountUser, Parameters<typeof keys.accountUser>>(keys.accountUser);
