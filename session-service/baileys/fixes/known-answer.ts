/** The network did not answer in time: an order may or may not have been carried out. */
export class AnswerUnknown extends Error {
  constructor(what: string) {
    super(`The network did not answer in time: ${what}.`);
    this.name = "AnswerUnknown";
  }
}

/** Time limit of a query. */
export const QUERY_TIMEOUT_MS = 20_000;

/**
 * The library's queries resolve to `undefined` when nobody answered, and many callers take that for success or for
 * "there is none". An empty answer that took as long as the time limit is therefore no answer.
 * @throws AnswerUnknown
 */
export async function knownAnswer<T>(what: string, monotonicMs: () => number, call: () => Promise<T>): Promise<T> {
  const begun = monotonicMs();
  const answer = await call();
  if (monotonicMs() - begun >= QUERY_TIMEOUT_MS - 50) throw new AnswerUnknown(what);
  return answer;
}
