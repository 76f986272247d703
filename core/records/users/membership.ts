import type { UserId } from "../../contracts/ids.ts";
import type { Role } from "../../contracts/panel/roles.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** A stored membership of a user in an account. */
export interface MembershipRecord {
  user_id: UserId;
  role: Role;
  /** The user's email address at the time they joined or last signed in. */
  email: string;
  name: string | null;
  joined_at: string;
}

/** The memberships, by account. */
export const memberships = recordsAt<MembershipRecord, Parameters<typeof keys.accountUser>>(keys.accountUser);
