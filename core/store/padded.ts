/** Formats a number for use in a sort key. Keys sort in numerical order up to 9,999. */
export const padded = (n: number) => String(n).padStart(4, "0");
