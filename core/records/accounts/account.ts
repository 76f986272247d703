import type { AccountId } from "../../contracts/ids.ts";
import type { Plan } from "../../contracts/plans.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** A stored account. */
export interface AccountRecord {
  id: AccountId;
  name: string;
  plan: Plan;
  /** While suspended, its keys are refused and its instances are offline, until it is resumed. */
  status: "active" | "suspended";
  /** The address for mail about the account; null or absent if there is none. */
  contact_email?: string | null;
  /** When the trial ends (ISO 8601 with offset); null or absent if the plan has no end. */
  trial_ends_at?: string | null;
  /** How many days messages, events and files are kept; absent: as many as the interface says. */
  retention_days?: number;
  /**
   * When everything of the account is deleted (ISO, UTC), its status before that was asked, and whether the deletion
   * has begun, after which it can't be undone; absent if the account is not to be deleted.
   */
  delete_at?: string;
  delete_before?: "active" | "suspended";
  delete_begun?: true;
  created_at: string;
  /** The account's status before it began to move to another deployment; absent if it isn't moving. */
  moving?: "active" | "suspended";
}

/** The stored accounts. */
export const accountRecords = recordsAt<AccountRecord, Parameters<typeof keys.account>>(keys.account);
