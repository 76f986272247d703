import type { AccountId, InstanceId } from "../../contracts/ids.ts";

/**
 * Key of a menu's file in the media store, apart from messages' files: it is kept for as long as the menu has it.
 * `file` = a new id for each request: none overwrites another's file.
 */
export const menuFileKey = (account: AccountId, instance: InstanceId, file: string): string =>
  `MNU/${account}/${instance}/${file}`;
