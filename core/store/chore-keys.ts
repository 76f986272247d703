import type { AccountId } from "../contracts/ids.ts";
import type { Key } from "./table.ts";

/** The keys for chores, the long-running work on whole accounts; part of `keys`. */
export const choreKeys = {
  /** An unfinished chore. Pass "" as the account to get the partition of all chores. */
  chore: (kind: string, account: AccountId): Key => ({ pk: "CHORES", sk: `${kind}#${account}` }),
};
