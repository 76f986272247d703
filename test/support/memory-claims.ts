import type { Claim, Condition, Item } from "../../core/store/table.ts";

/**
 * Whether a condition is met, by the table's own rules: a comparison with a missing field, or with another type, is
 * false.
 */
export function holds(condition: Condition | undefined, item: Item | undefined): boolean {
  return (condition ?? []).every((claim) => claimHolds(claim, item));
}

function claimHolds(claim: Claim, item: Item | undefined): boolean {
  if ("item" in claim) return (item !== undefined) === (claim.item === "exists");
  if ("is" in claim) return (item?.[claim.field] !== undefined) === (claim.is === "present");
  if ("anyOf" in claim) return claim.anyOf.some((all) => holds(all, item));
  const stored = item?.[claim.field];
  if (stored === undefined) return false;
  const { value } = claim;
  if (claim.op === "=") return stored === value;
  if (claim.op === "<>") return stored !== value;
  if (typeof stored === "number" && typeof value === "number") return compare(claim.op, stored - value);
  if (typeof stored === "string" && typeof value === "string") {
    return compare(claim.op, stored < value ? -1 : stored > value ? 1 : 0);
  }
  return false;
}

function compare(op: "<" | "<=" | ">" | ">=", difference: number): boolean {
  if (op === "<") return difference < 0;
  if (op === "<=") return difference <= 0;
  if (op === ">") return difference > 0;
  return difference >= 0;
}
