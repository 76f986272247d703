import type { LimitedAction } from "../../contracts/protection/limited-actions.ts";

/** A counted limited action of a day, which can be given back. */
export interface TakenAction {
  kind: LimitedAction;
  count: number;
  day: string;
}
