const KB = 1_000;
const MB = 1_000_000;
const GB = 1_000_000_000;

/** Returns the unit and amount for displaying a number of bytes. */
export function sizeOf(bytes: number): { unit: "kilobyte" | "megabyte" | "gigabyte"; amount: number } {
  if (bytes >= GB) return { unit: "gigabyte", amount: bytes / GB };
  if (bytes >= MB) return { unit: "megabyte", amount: bytes / MB };
  return { unit: "kilobyte", amount: bytes / KB };
}
