import type { MessageDetails } from "../../contracts/content/details.ts";

/**
 * The id of what somebody chose instead of writing, such as a button's; null if they wrote. It counts as written, too.
 */
export const chosenId = ({ details }: { details?: MessageDetails | undefined }): string | null =>
  details?.interactive?.id ?? null;
