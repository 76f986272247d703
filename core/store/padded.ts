/** A number as a part of a sort key: keys sort like the numbers, up to 9,999. */
export const padded = (n: number) => String(n).padStart(4, "0");
