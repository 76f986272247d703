/** How close the usage is to a limit. "near" begins at four fifths of the limit. */
export type LimitLevel = "fine" | "near" | "full";

const NEAR_SHARE = 0.8;

/** Returns how close the usage is to its limit. @param of the limit, or null. */
export function limitLevel(used: number, of: number | null): LimitLevel {
  if (of === null) return "fine";
  if (used >= of) return "full";
  return used >= of * NEAR_SHARE ? "near" : "fine";
}
