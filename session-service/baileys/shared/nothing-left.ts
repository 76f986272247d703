/** Nothing of a message was sent to the network, so no acknowledgement will arrive. Its text is only for logs. */
export class NothingLeft extends Error {
  /** The network's code if it refused a query that the send needed; null if the failure is on our side. */
  readonly refusal: number | null;
  /** The network did not report which devices the message goes to, or which keys to use; it may do so later. */
  readonly isUnanswered: boolean;
  constructor(refusal: number | null, message: string, isUnanswered = false) {
    super(message);
    this.name = "NothingLeft";
    this.refusal = refusal;
    this.isUnanswered = isUnanswered;
  }
}
