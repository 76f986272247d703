/**
 * Characters that show nothing: white space of every script, control characters, those that programs may leave out
 * (zero width, direction, fillers, variation selectors), the empty Braille pattern and the marks of annotations.
 */
const UNSEEN = /[\s\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu;

/** A text without the characters that show nothing. */
export const visiblePart = (text: string) => text.replace(UNSEEN, "");

/** Whether anything of a text can be seen. */
export const isVisible = (text: string) => visiblePart(text) !== "";
