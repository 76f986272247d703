import type { LimitedAction } from "../../contracts/protection/limited-actions.ts";

/** A limited action counted on a given day, which can be given back. */
export interface TakenAction {
  kind: LimitedAction;
  count: number;
  day: string;
}
