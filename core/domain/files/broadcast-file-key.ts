import type { AccountId, BroadcastId, InstanceId } from "../../contracts/ids.ts";

/**
 * Builds the media store key for a broadcast's file. It has a different form than the keys of message files, because
 * message files are deleted earlier. `file` is a new id for each request, so no request overwrites another's file.
 */
export const broadcastFileKey = (
  account: AccountId,
  instance: InstanceId,
  broadcast: BroadcastId,
  file: string,
): string => `BRD/${account}/${instance}/${broadcast}/${file}`;
