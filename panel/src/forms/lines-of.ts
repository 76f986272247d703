/** The entries of a field that takes one per line; commas also separate them. */
export const linesOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
