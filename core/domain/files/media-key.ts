import type { AccountId, InstanceId } from "../../contracts/ids.ts";
/**
 * Builds the media store key for a message's file. The key contains the account and the instance, so customers never
 * share a file.
 */
export const mediaKey = (account: AccountId, instance: InstanceId, message: string): string =>
  `ACC/${account}/${instance}/${message}`;

/** Builds the media store key for a file that is uploaded before it is used in a message. */
export const uploadKey = (account: AccountId, upload: string): string => `ACC/${account}/UPL/${upload}`;
