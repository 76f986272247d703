import type { AccountId, InstanceId } from "../../contracts/ids.ts";
/**
 * Builds the media store key for a message's file, under its account and instance, so that customers never share one.
 */
export const mediaKey = (account: AccountId, instance: InstanceId, message: string): string =>
  `ACC/${account}/${instance}/${message}`;

/** Builds the key for a file that is uploaded before a message uses it. */
export const uploadKey = (account: AccountId, upload: string): string => `ACC/${account}/UPL/${upload}`;
