import type { MessageDetails } from "../../contracts/content/details.ts";

/**
 * Returns the id of the option that a person chose instead of writing, such as a button; null if they wrote a text. The
 * id is treated like a written text.
 */
export const chosenId = ({ details }: { details?: MessageDetails | undefined }): string | null =>
  details?.interactive?.id ?? null;
