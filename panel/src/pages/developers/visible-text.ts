/** Characters that change the direction of the following text. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A stranger's raw text with direction characters made visible, so that it shows exactly what was sent. */
export const visibleText = (text: string): string =>
  text.replaceAll(TURNING, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
