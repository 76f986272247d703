import { isRefusal } from "./is-committed.ts";
import { ConditionFailed, type TransactionRefused } from "./table.ts";

/** How an attempt writes what it decided, and how it says that it must be made again. */
export interface Attempt {
  /**
   * Waits for the attempt's one write. If it is refused, everything is repeated from its reads; what follows this call
   * is done once, after a write that went through.
   * @param refused called before the next attempt; an error that it throws ends them.
   */
  commit<W>(write: Promise<W>, refused?: (refusal: ConditionFailed | TransactionRefused) => unknown): Promise<W>;
  /**
   * Repeats everything although this attempt wrote nothing: its reads are no longer true, or never were at one
   * time.
   * @param refusal thrown after the last attempt; left out: a `ConditionFailed`.
   */
  again(refusal?: ConditionFailed | TransactionRefused): never;
}

/** How often something is tried, and what it comes to when the last attempt was refused, too: a result, or an error. */
export interface RetryLimit<T> {
  tries: number;
  atEnd: () => T | Promise<T>;
}

/**
 * Reads, decides and writes, again when another writer came in between: a refused write wrote nothing, and only a write
 * that went through can refuse one, so there is no wait.
 * @param limit attempts in all: more than writers that ever race, and an end for a record that refuses for ever.
 * @param attempt one attempt, from its reads to the work that follows its write. Any other refusal than its `commit`'s
 * is an error as any other: it may come after the write, which must not be made twice.
 * @throws the last attempt's refusal, unless `limit` says what it comes to; any other error at once.
 */
export async function retryOnChange<T>(
  limit: number | RetryLimit<T>,
  attempt: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const { tries, atEnd } = typeof limit === "number" ? { tries: limit, atEnd: null } : limit;
  let changed: unknown;
  const again = (refusal: Error = new ConditionFailed(null)): never => {
    changed = refusal;
    throw refusal;
  };
  const commit: Attempt["commit"] = async (write, refused) => {
    try {
      return await write;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await refused?.(error);
      return again(error);
    }
  };
  for (let n = 1; ; n++) {
    try {
      return await attempt({ commit, again });
    } catch (error) {
      if (error !== changed) throw error;
      if (n < tries) continue;
      if (atEnd === null) throw error;
      return atEnd();
    }
  }
}
