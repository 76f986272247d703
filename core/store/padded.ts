/** Formats a number as part of a sort key, so that keys sort like the numbers, up to 9,999. */
export const padded = (n: number) => String(n).padStart(4, "0");
