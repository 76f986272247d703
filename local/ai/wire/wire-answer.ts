/** A provider's answer, as sent over the wire. */
export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** Thrown to end a request with this answer. */
export class RequestRefused extends Error {
  readonly answer: WireAnswer;
  constructor(answer: WireAnswer) {
    super(`answered ${answer.status}`);
    this.answer = answer;
  }
}
