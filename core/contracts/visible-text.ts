/**
 * Characters that show nothing: white space of every script, control characters, those that programs may omit (zero
 * width, direction, fillers, variation selectors), the empty Braille pattern and annotation marks.
 */
const UNSEEN = /[\s\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu;

/** A text without its invisible characters. */
export const visiblePart = (text: string) => text.replace(UNSEEN, "");

/** Whether a text has any visible character. */
export const isVisible = (text: string) => visiblePart(text) !== "";
