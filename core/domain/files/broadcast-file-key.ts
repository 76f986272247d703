import type { AccountId, BroadcastId, InstanceId } from "../../contracts/ids.ts";

/**
 * Key of a broadcast's file in the media store, apart from messages' files, which are deleted earlier. `file` = a new
 * id for each request: none overwrites another's file.
 */
export const broadcastFileKey = (
  account: AccountId,
  instance: InstanceId,
  broadcast: BroadcastId,
  file: string,
): string => `BRD/${account}/${instance}/${broadcast}/${file}`;
