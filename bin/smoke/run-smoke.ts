import type { Ask } from "../../functions/canary/ask-api.ts";
import { keyedCheck, OPEN_CHECKS } from "../../functions/canary/checks.ts";
import { functionLooks } from "./function-looks.ts";
import { type AskPage, PANEL_LOOKS } from "./panel-looks.ts";

/** The outcome of a deployment check. */
export interface SmokeResult {
  name: string;
  /** The reason for the failure, or null if the check succeeded. */
  fault: string | null;
}

/**
 * Tests a new deployment from a customer's point of view: runs the canary's checks and a GET request for each function.
 * Changes nothing.
 * @param key an API key; if null, nothing is read from the table.
 */
export async function runSmoke(ask: Ask, key: string | null): Promise<SmokeResult[]> {
  const checks = [...OPEN_CHECKS, ...(key === null ? [] : [keyedCheck(key)]), ...functionLooks(key)];
  return outcomes(checks, ask);
}

/** Checks a panel as a browser sees it on its first visit. Changes nothing. */
export const runPanelSmoke = (ask: AskPage): Promise<SmokeResult[]> => outcomes(PANEL_LOOKS, ask);

async function outcomes<A>(looks: readonly { name: string; run(ask: A): Promise<void> }[], ask: A) {
  const results: SmokeResult[] = [];
  for (const { name, run } of looks) {
    try {
      await run(ask);
      results.push({ name, fault: null });
    } catch (error) {
      results.push({ name, fault: error instanceof Error ? error.message : String(error) });
    }
  }
  return results;
}
