/** Where a message's file lies in the media store: under its account and instance, so that nobody else's key fits. */
export const mediaKey = (account: string, instance: string, message: string): string =>
  `ACC/${account}/${instance}/${message}`;
