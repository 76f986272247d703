import type { PanelAccount } from "../../../core/contracts/panel/team.ts";
import { retentionDaysOf } from "../../../core/domain/accounts/retention.ts";
import type { AccountRecord } from "../../../core/records/accounts/account.ts";

/** Returns an account as shown to its members in the panel. */
export function showAccount(account: AccountRecord): PanelAccount {
  const { id, name, plan, status, trial_ends_at = null, contact_email = null } = account;
  return { id, name, plan, status, trial_ends_at, contact_email, retention_days: retentionDaysOf(account) };
}
