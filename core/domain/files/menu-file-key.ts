import type { AccountId, InstanceId } from "../../contracts/ids.ts";

/**
 * Builds the media store key for a menu's file. Messages' files have other keys, because a menu's is kept for as long
 * as the menu uses it. `file` is a new id for each request, so that none overwrites another's file.
 */
export const menuFileKey = (account: AccountId, instance: InstanceId, file: string): string =>
  `MNU/${account}/${instance}/${file}`;
