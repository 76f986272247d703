import type { AccountId } from "../../contracts/ids.ts";
import type { Plan } from "../../contracts/plans.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";

/** A stored account. */
export interface AccountRecord {
  id: AccountId;
  name: string;
  plan: Plan;
  /** While an account is suspended, its keys are refused and its instances are offline. */
  status: "active" | "suspended";
  /** The address to which email about the account is sent. Null or absent if none is set. */
  contact_email?: string | null;
  /** When the trial ends (ISO 8601 with offset). Null or absent if the plan has no end date. */
  trial_ends_at?: string | null;
  /** How many days messages, events and files are stored. Absent means the API's default. */
  retention_days?: number;
  /**
   * `delete_at` is when everything in the account will be deleted (ISO, UTC), and `delete_before` is the account's
   * status before the deletion was requested. `delete_begun` is set once the deletion has begun and can't be undone.
   * All three are absent if no deletion is planned.
   */
  delete_at?: string;
  delete_before?: "active" | "suspended";
  delete_begun?: true;
  created_at: string;
  /** The account's status before its move to another deployment began. Absent if it isn't being moved. */
  moving?: "active" | "suspended";
}

/** The stored accounts. */
export const accountRecords = recordsAt<AccountRecord, Parameters<typeof keys.account>>(keys.account);
