import { eventually } from "../../test/support/eventually.ts";

/** Repeats a request until it gets a response, because a table in trouble may refuse it. @throws after two minutes. */
export async function patiently<T>(ask: () => Promise<{ status: number; body: T }>): Promise<T> {
  return eventually(
    "an answer of the API",
    async () => {
      const answer = await ask().catch(() => null);
      return answer?.status === 200 ? answer.body : null;
    },
    120_000,
  );
}
