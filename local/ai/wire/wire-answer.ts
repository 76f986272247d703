/** A provider's response, as sent over the wire. */
export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** Thrown to abort a request with this response. */
export class RequestRefused extends Error {
  readonly answer: WireAnswer;
  constructor(answer: WireAnswer) {
    super(`answered ${answer.status}`);
    this.answer = answer;
  }
}
