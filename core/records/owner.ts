import type { AccountId, InstanceId } from "../contracts/ids.ts";
/** An instance, its account, and the fence of the current ownership, which every write by the owner requires. */
export interface Owner {
  account_id: AccountId;
  instance_id: InstanceId;
  fence: number;
}
