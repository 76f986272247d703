/**
 * Matches invisible characters: whitespace in every script, control characters, characters that programs may ignore
 * (zero-width characters, direction marks, fillers, variation selectors), the empty Braille pattern and annotation
 * marks.
 */
const UNSEEN = /[\s\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu;

/** Removes invisible characters from a text. */
export const visiblePart = (text: string) => text.replace(UNSEEN, "");

/** Whether a text contains at least one visible character. */
export const isVisible = (text: string) => visiblePart(text) !== "";
