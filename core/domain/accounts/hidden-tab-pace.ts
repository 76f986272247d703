import { PANEL_LIMITS } from "../../contracts/panel/panel-limits.ts";

/** How many read units a request costs for each number in the account's list. */
const UNITS_A_NUMBER = 0.5;

/**
 * Returns how many seconds a hidden tab waits between requests so that it uses at most
 * `PANEL_LIMITS.hiddenTabUnitsPerMinute` read units per minute. Rationale: docs/decisions/0218.
 * @param numbers how many phone numbers the account has.
 */
export function hiddenTabPaceSec(numbers: number): number {
  const asksPerMinute = PANEL_LIMITS.hiddenTabUnitsPerMinute / (UNITS_A_NUMBER * Math.max(1, numbers));
  return Math.max(PANEL_LIMITS.newsEverySec, Math.ceil(60 / asksPerMinute));
}
