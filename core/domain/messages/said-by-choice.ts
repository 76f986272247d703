import type { MessageDetails } from "../../contracts/content/details.ts";

/**
 * Returns the id of the option, such as a button, that a person chose instead of writing, or null if they wrote text.
 * The id is treated like written text.
 */
export const chosenId = ({ details }: { details?: MessageDetails | undefined }): string | null =>
  details?.interactive?.id ?? null;
