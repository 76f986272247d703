/** The text of the error that answer-silence.ts creates if the network doesn't respond. */
export const NO_ANSWER = "the network did not respond";

/** Thrown if the network did not answer in time, so a command may or may not have been carried out. */
export class AnswerUnknown extends Error {
  constructor(what: string) {
    super(`The network did not respond in time: ${what}.`);
    this.name = "AnswerUnknown";
  }
}

/** The time limit of a query. */
export const QUERY_TIMEOUT_MS = 20_000;

/**
 * Distinguishes a response from silence. Inside the library, silence is an error (answer-silence.ts), but some of its
 * calls then continue without the response. So a result that took as long as the time limit doesn't count as a response
 * either.
 * @throws AnswerUnknown
 */
export async function knownAnswer<T>(what: string, monotonicMs: () => number, call: () => Promise<T>): Promise<T> {
  const begun = monotonicMs();
  let answer: T;
  try {
    answer = await call();
  } catch (error) {
    throw isSilence(error) ? new AnswerUnknown(what) : error;
  }
  if (monotonicMs() - begun >= QUERY_TIMEOUT_MS - 50) throw new AnswerUnknown(what);
  return answer;
}

/** Whether an error from the library means that no response arrived. */
function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === NO_ANSWER;
}

/** Whether an error means that the network didn't respond to the query. */
export const isUnanswered = (error: unknown): boolean => error instanceof AnswerUnknown || isSilence(error);
