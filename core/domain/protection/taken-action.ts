import type { LimitedAction } from "../../contracts/protection/limited-actions.ts";

/** A limited action that was counted on a given day. The charge can be given back. */
export interface TakenAction {
  kind: LimitedAction;
  count: number;
  day: string;
}
