import { isRefusal } from "./is-committed.ts";

/**
 * Reads, decides and writes, again when another writer came in between: a refused write wrote nothing, and only a write
 * that went through can refuse one, so there is no wait.
 * @param tries attempts in all: more than writers that ever race, and an end for a record that refuses for ever.
 * @param attempt one attempt, from its reads to its one write, whose refusal it lets through. All that follows the
 * write belongs after the call: a refusal there would repeat a write that went through.
 * @param atEnd what the last attempt's refusal becomes; left out: it is thrown as it is.
 * @throws that error, `ConditionFailed` or `TransactionRefused`, after the last attempt; any other error at once.
 */
export async function retryOnChange<T>(tries: number, attempt: () => Promise<T>, atEnd?: () => Error): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (n >= tries) throw atEnd?.() ?? error;
    }
  }
}
