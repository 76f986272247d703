import type { LimitedAction } from "../../contracts/protection/limited-actions.ts";

/** Counted actions of a day: used to give them back. */
export interface TakenAction {
  kind: LimitedAction;
  count: number;
  day: string;
}
