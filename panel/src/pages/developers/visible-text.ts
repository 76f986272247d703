/** Characters that turn the direction of what follows. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A stranger's text as it is, with what turns its direction written out: here everybody sees what was sent. */
export const visibleText = (text: string): string =>
  text.replaceAll(TURNING, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
