import { createAccount } from "../../core/operations/accounts/create-account.ts";
import { createKey } from "../../core/operations/accounts/create-key.ts";
import { deps } from "../../functions/deps.ts";
import type { MovableClock } from "../machine/clock.ts";
import type { KeptState } from "./kept-state.ts";

/**
 * Returns the local gateway's own account and its full-access key, created at the first start and kept in the data
 * folder. The table stores only the key's hash, so the key itself is kept beside it (readable only by this user).
 */
export async function localAccount(
  clock: MovableClock,
  kept: Pick<KeptState, "account_id" | "api_key">,
): Promise<{ account_id: string; api_key: string }> {
  if (kept.account_id && kept.api_key) return { account_id: kept.account_id, api_key: kept.api_key };
  const now = clock.now();
  const account = await createAccount(deps(), { name: "Local", plan: "scale" }, now);
  const key = await createKey(deps(), { account_id: account.id, kind: "full" }, now);
  return { account_id: account.id, api_key: key.key };
}
