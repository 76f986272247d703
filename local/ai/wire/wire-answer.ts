/** An answer of a provider, as it is sent over the wire. */
export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** A request that failed with an answer of its own. */
export class RequestRefused extends Error {
  readonly answer: WireAnswer;
  constructor(answer: WireAnswer) {
    super(`answered ${answer.status}`);
    this.answer = answer;
  }
}
