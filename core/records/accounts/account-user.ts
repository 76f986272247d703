import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
/** A stored panel user, as far as it is read here. */
export interface AccountUser {
  role: string;
  email?: string;
}

/** The people of an account. */
export const accountUsers = recordsAt<AccountUser, Parameters<typeof keys.accountUser>>(keys.accountUser);
