import { LIMITS } from "../../contracts/limits.ts";
import { fold } from "./fold.ts";

/** The fields that are used to compare a label with other labels. */
export interface NamedLabel {
  id: number;
  name: string;
}

/** Normalizes a label's name for comparison: removes differences in case, accents, and white space at both ends. */
export const foldLabelName = (name: string): string => fold(name).trim();

/**
 * Returns the existing label with this name, or null. @param but the id of the label being renamed, which is skipped.
 */
export function sameName<L extends NamedLabel>(labels: readonly L[], name: string, but?: number): L | null {
  const folded = foldLabelName(name);
  return labels.find((one) => one.id !== but && foldLabelName(one.name) === folded) ?? null;
}

/** Whether another label can be added when there are already `live` labels. Spec: labels. */
export const hasRoom = (live: number): boolean => live < LIMITS.labelsMax;

/**
 * Returns a time later than the label's last change, so no two changes to a label share a time. @returns the time in
 * epoch ms.
 */
export const changeTime = (now: Date, lastMs = 0): number => Math.max(now.getTime(), lastMs + 1);
