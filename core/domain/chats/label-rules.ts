import { LIMITS } from "../../contracts/limits.ts";
import { fold } from "./fold.ts";

/** The parts of a label that are compared with others. */
export interface NamedLabel {
  id: number;
  name: string;
}

/** A label's name in the form used to compare two: without case, accents and white space at the ends. */
export const foldLabelName = (name: string): string => fold(name).trim();

/** The label that already has this name; null: none. @param but the label that is to get the name. */
export function sameName<L extends NamedLabel>(labels: readonly L[], name: string, but?: number): L | null {
  const folded = foldLabelName(name);
  return labels.find((one) => one.id !== but && foldLabelName(one.name) === folded) ?? null;
}

/** Whether there is room for another label beside this many live ones. Spec: labels. */
export const hasRoom = (live: number): boolean => live < LIMITS.labelsMax;

/** The moment of a label's change: later than its last one, so no two changes of it are equal. @returns epoch ms. */
export const changeTime = (now: Date, lastMs = 0): number => Math.max(now.getTime(), lastMs + 1);
