import type { Ask } from "../../functions/canary/ask-api.ts";
import { CheckFailed, codeOf, expectStatus } from "../../functions/canary/check-failed.ts";
import { keyedCheck, OPEN_CHECKS } from "../../functions/canary/checks.ts";
import { type AskPage, PANEL_LOOKS } from "./panel-looks.ts";

/** The outcome of one look at a deployment. */
export interface SmokeResult {
  name: string;
  /** Why it did not work; null: it did. */
  fault: string | null;
}

/** An unknown path comes to a function of its own, which no other look reaches. */
const UNKNOWN_PATH = {
  name: "GET of a path that does not exist",
  async run(ask: Ask) {
    const answer = await ask({ path: "/v1/no-such-thing" });
    expectStatus(answer, 404);
    if (codeOf(answer.body) !== "not_found") throw new CheckFailed("answered 404 in a shape that is not ours");
  },
};

/**
 * Looks at a deployment as its customers do, right after it: what the canary looks at, and what no route knows. It changes
 * nothing.
 * @param key an API key; null: what needs one is left out.
 */
export async function runSmoke(ask: Ask, key: string | null): Promise<SmokeResult[]> {
  const checks = [...OPEN_CHECKS, UNKNOWN_PATH, ...(key === null ? [] : [keyedCheck(key)])];
  return outcomes(checks, ask);
}

/** Looks at a panel as a browser does that has never been there. It changes nothing. */
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
