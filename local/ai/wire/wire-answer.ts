/** A provider's answer, as sent over the wire. */
export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** A failed request with its own answer. */
export class RequestRefused extends Error {
  readonly answer: WireAnswer;
  constructor(answer: WireAnswer) {
    super(`answered ${answer.status}`);
    this.answer = answer;
  }
}
