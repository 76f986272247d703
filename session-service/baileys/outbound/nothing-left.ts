/** Nothing of a message was handed to the network: the network will never say a word on it. Its text is for logs only. */
export class NothingLeft extends Error {
  /** What the network answered to a question on the way, as its code; null: what was in the way is on our side. */
  readonly refusal: number | null;
  constructor(refusal: number | null, message: string) {
    super(message);
    this.name = "NothingLeft";
    this.refusal = refusal;
  }
}
