/** Matches characters that change the direction of the following text. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Returns a stranger's raw text with its direction characters made visible, so that what is displayed is exactly what
 * was sent.
 */
export const visibleText = (text: string): string =>
  text.replaceAll(TURNING, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
