import type { LimitedAction } from "../../contracts/protection/limited-actions.ts";

/** A day's counted actions, which can be given back. */
export interface TakenAction {
  kind: LimitedAction;
  count: number;
  day: string;
}
