import type { AccountId, InstanceId } from "../../contracts/ids.ts";

/**
 * Builds the media store key for a menu's file, apart from messages' files, because it is kept for as long as the menu
 * has it. `file` is a new id for each request, so none overwrites another's file.
 */
export const menuFileKey = (account: AccountId, instance: InstanceId, file: string): string =>
  `MNU/${account}/${instance}/${file}`;
