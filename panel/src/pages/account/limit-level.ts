/** How near a limit is: it is shown from four fifths on. */
export type LimitLevel = "fine" | "near" | "full";

const NEAR_SHARE = 0.8;

/** @param of null: without a limit. */
export function limitLevel(used: number, of: number | null): LimitLevel {
  if (of === null) return "fine";
  if (used >= of) return "full";
  return used >= of * NEAR_SHARE ? "near" : "fine";
}
