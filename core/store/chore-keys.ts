import type { AccountId } from "../contracts/ids.ts";
import type { Key } from "./table.ts";

/** The keys for chores, the long work on whole accounts, which are part of `keys`. */
export const choreKeys = {
  /** An unfinished chore. With "" for the account, returns the partition of all chores. */
  chore: (kind: string, account: AccountId): Key => ({ pk: "CHORES", sk: `${kind}#${account}` }),
};
