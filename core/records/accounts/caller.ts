import type { KeyKind } from "../../contracts/account.ts";
import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import type { Plan } from "../../contracts/plans.ts";

/** Who calls, and what the key allows. */
export interface Caller {
  account_id: AccountId;
  key_id: string;
  kind: KeyKind;
  /** The one instance the key is for; null: every instance of the account. */
  instance_id: InstanceId | null;
  plan: Plan;
  /** The account's trial is over: what sends is refused. */
  trial_ended: boolean;
}
