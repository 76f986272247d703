/** Returns the entries in a text field with one entry per line. Commas also separate entries. */
export const linesOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
