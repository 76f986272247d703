import { createAccount } from "../../core/operations/accounts/create-account.ts";
import { createKey } from "../../core/operations/accounts/create-key.ts";
import { deps } from "../../functions/deps.ts";
import type { MovableClock } from "../machine/clock.ts";
import type { KeptState } from "./kept-state.ts";

/**
 * Returns the local gateway's own account and its full-access key, which are created at the first start. The key is
 * stored in the data folder, readable only by the current user, because the table contains only the key's hash.
 * @param isForTeam if true, no key is created or stored, and the operator creates keys for the programs that need one.
 * A key stored earlier remains valid until it is revoked.
 */
export async function localAccount(
  clock: MovableClock,
  kept: Pick<KeptState, "account_id" | "api_key">,
  isForTeam: boolean,
): Promise<{ account_id: string; api_key: string | null }> {
  const now = clock.now();
  const account_id = kept.account_id ?? (await createAccount(deps(), { name: "Local", plan: "scale" }, now)).id;
  if (isForTeam) {
    // The deployment's secret would be created with the first API key, but users may sign in before there is one.
    await deps().pepper.hmac("sign_in", "");
    return { account_id, api_key: null };
  }
  return { account_id, api_key: kept.api_key ?? (await createKey(deps(), { account_id, kind: "full" }, now)).key };
}
