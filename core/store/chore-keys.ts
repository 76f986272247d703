import type { AccountId } from "../contracts/ids.ts";
import type { Key } from "./table.ts";

/** The keys for the long work on whole accounts: a part of `keys`. */
export const choreKeys = {
  /** A chore that is not finished; with "" for the account, the partition of all of them. */
  chore: (kind: string, account: AccountId): Key => ({ pk: "CHORES", sk: `${kind}#${account}` }),
};
