import type { KeyKind } from "../../contracts/account.ts";
import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import type { Plan } from "../../contracts/plans.ts";

/** The caller of a request, and the rights of its key. */
export interface Caller {
  account_id: AccountId;
  key_id: string;
  kind: KeyKind;
  /** The one instance the key is for; null: every instance of the account. */
  instance_id: InstanceId | null;
  plan: Plan;
  /** The account's trial is over: sends are refused. */
  trial_ended: boolean;
}
