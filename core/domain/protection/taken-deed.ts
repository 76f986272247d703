import type { Deed } from "../../contracts/protection/deeds.ts";

/** Deeds that were counted on a day: what gives them back. */
export interface TakenDeed {
  kind: Deed;
  count: number;
  day: string;
}
