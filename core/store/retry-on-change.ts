import { isRefusal } from "./is-committed.ts";
import { ConditionFailed, type TransactionRefused } from "./table.ts";

/** The functions that an attempt uses to write its result or to request another attempt. */
export interface Attempt {
  /**
   * Waits for the attempt's only write. If the write is refused, the whole attempt is repeated, starting with its
   * reads. Code after this call runs only once, after a successful write.
   * @param refused called before the next attempt; if it throws, no more attempts are made.
   */
  commit<W>(write: Promise<W>, refused?: (refusal: ConditionFailed | TransactionRefused) => unknown): Promise<W>;
  /**
   * Repeats the whole attempt even though it wrote nothing, because the data it read is outdated or inconsistent.
   * @param refusal thrown after the last attempt; defaults to a `ConditionFailed`.
   */
  again(refusal?: ConditionFailed | TransactionRefused): never;
}

/**
 * The maximum number of attempts, and a function that returns a result or throws if even the last attempt is refused.
 */
export interface RetryLimit<T> {
  tries: number;
  atEnd: () => T | Promise<T>;
}

/**
 * Reads, decides and writes, and starts over if another writer got there first. There is no wait between attempts: a
 * refused write wrote nothing, and only a successful write by another writer can cause a refusal.
 * @param limit the total number of attempts. It must exceed the number of writers that compete in practice. Without it,
 * a record that always refuses would be retried forever.
 * @param attempt a single attempt, from its reads to the work that follows its write. Refusals that don't come from its
 * `commit` are treated like any other error, because they may come after the write, which must not be made twice.
 * @throws the refusal of the last attempt, unless `limit` specifies another result; any other error immediately.
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
