/**
 * Thrown if no part of a message was sent to the network, so it will never be acknowledged. The error's text is only
 * for logs.
 */
export class NothingLeft extends Error {
  /**
   * The network's code if it refused a query that was needed to send the message, or null if the failure is on our
   * side.
   */
  readonly refusal: number | null;
  /**
   * Whether the network left a query for the message's devices or keys unanswered, so a later attempt might succeed.
   */
  readonly isUnanswered: boolean;
  constructor(refusal: number | null, message: string, isUnanswered = false) {
    super(message);
    this.name = "NothingLeft";
    this.refusal = refusal;
    this.isUnanswered = isUnanswered;
  }
}
