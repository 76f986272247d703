/** Formats a number as part of a sort key. The keys sort in numerical order up to 9,999. */
export const padded = (n: number) => String(n).padStart(4, "0");
