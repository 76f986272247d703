import type { Deed } from "../../contracts/protection/deeds.ts";

/** Counted actions of a day: used to give them back. */
export interface TakenDeed {
  kind: Deed;
  count: number;
  day: string;
}
