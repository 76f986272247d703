import type { AccountId, BroadcastId, InstanceId } from "../../contracts/ids.ts";

/**
 * Key of a broadcast's file in the media store, apart from messages' files, which are deleted earlier. `gen` = of the
 * broadcast's contents: another file has another key.
 */
export const broadcastFileKey = (
  account: AccountId,
  instance: InstanceId,
  broadcast: BroadcastId,
  gen: number,
): string => `BRD/${account}/${instance}/${broadcast}/${gen}`;
