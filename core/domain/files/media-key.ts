import type { AccountId, InstanceId } from "../../contracts/ids.ts";
/** Key of a message's file in the media store: under its account and instance, so that tenants never share one. */
export const mediaKey = (account: AccountId, instance: InstanceId, message: string): string =>
  `ACC/${account}/${instance}/${message}`;

/** Key of a file that was uploaded before a message names it. */
export const uploadKey = (account: AccountId, upload: string): string => `ACC/${account}/UPL/${upload}`;
