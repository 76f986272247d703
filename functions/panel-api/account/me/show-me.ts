import type { Me } from "../../../../core/contracts/panel/me.ts";
import { listMyAccounts } from "../../../../core/operations/users/list-my-accounts.ts";
import type { SignedIn } from "../../../../core/operations/users/read-session.ts";
import type { ApiDeps } from "../../../own-deps.ts";

/** Returns the signed-in user as shown in the panel. */
export async function showMe(deps: ApiDeps, { user, account, membership }: SignedIn): Promise<Me> {
  const { id, name, email, email_verified, language, theme, timezone } = user;
  return {
    user: { id, name, email, email_verified, language, theme, timezone },
    accounts: await listMyAccounts(deps.table, user.id),
    account_id: account?.id ?? null,
    role: membership?.role ?? null,
    opens_accounts: deps.env.ACCOUNTS_BY_OPERATOR !== "1",
  };
}
