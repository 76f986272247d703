import type { AccountId, InstanceId } from "../../contracts/ids.ts";

/**
 * Builds the media store key for a menu's file. It has a different form than the keys of message files, because a
 * menu's file is stored for as long as the menu uses it. `file` is a new id for each request, so no request overwrites
 * another's file.
 */
export const menuFileKey = (account: AccountId, instance: InstanceId, file: string): string =>
  `MNU/${account}/${instance}/${file}`;
