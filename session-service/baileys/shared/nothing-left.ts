/** Nothing of a message was sent to the network, so no acknowledgement will come. Its text is only for logs. */
export class NothingLeft extends Error {
  /** The network's code when it refused a query that the send needed; null: the failure is on our side. */
  readonly refusal: number | null;
  /** The network did not say to which devices the message has to go, or not with which keys: it may say so later. */
  readonly isUnanswered: boolean;
  constructor(refusal: number | null, message: string, isUnanswered = false) {
    super(message);
    this.name = "NothingLeft";
    this.refusal = refusal;
    this.isUnanswered = isUnanswered;
  }
}
