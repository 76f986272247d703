import type { MessageDetails } from "../../contracts/content/details.ts";

/**
 * Returns the id of what somebody chose instead of writing, such as a button's; null if they wrote. It counts as
 * written text.
 */
export const chosenId = ({ details }: { details?: MessageDetails | undefined }): string | null =>
  details?.interactive?.id ?? null;
