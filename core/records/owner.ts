import type { AccountId, InstanceId } from "../contracts/ids.ts";
/** An instance, its account, and the fence of this ownership: every write of the owner is conditional on it. */
export interface Owner {
  account_id: AccountId;
  instance_id: InstanceId;
  fence: number;
}
