import { setTimeout as pause } from "node:timers/promises";
import { eventually } from "../../test/support/eventually.ts";

/** The pause after a response that says the account's limit of requests was reached. */
const RATE_LIMIT_MS = 1_000;

/** Repeats a request until it gets a response, because a table in trouble may refuse it. @throws after two minutes. */
export async function patiently<T>(ask: () => Promise<{ status: number; body: T }>): Promise<T> {
  return eventually(
    "an answer of the API",
    async () => {
      const answer = await ask().catch(() => null);
      if (answer?.status === 429) await pause(RATE_LIMIT_MS); // others may use the account's requests, too
      return answer?.status === 200 ? answer.body : null;
    },
    120_000,
  );
}
