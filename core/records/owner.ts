import type { AccountId, InstanceId } from "../contracts/ids.ts";
/** An instance, its account, and the fence of the current owner, which guards every write the owner makes. */
export interface Owner {
  account_id: AccountId;
  instance_id: InstanceId;
  fence: number;
}
