import type { UserId } from "../../contracts/ids.ts";
import type { Language, Theme } from "../../contracts/panel/me.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** A stored panel user. */
export interface UserRecord {
  id: UserId;
  /** The identity provider. `sub` is the provider's subject for the user. */
  iss: string;
  sub: string;
  email: string;
  email_verified: boolean;
  name: string | null;
  language: Language | null;
  theme: Theme;
  timezone: string | null;
  /** The account whose trial the user started. Null or absent if there is none yet. */
  trial_account_id?: string | null;
  created_at: string;
}

/** The panel's users. */
export const userRecords = recordsAt<UserRecord, Parameters<typeof keys.user>>(keys.user);
