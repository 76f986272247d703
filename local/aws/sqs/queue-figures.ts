/** The message that a queue must hand out next. */
export interface NextDue {
  name: string;
  /** Nobody has taken it yet; null if no message is due. */
  dueId: string | null;
}

/** The current numbers of a queue, under the meanings that AWS gives them. */
export interface QueueFigures {
  name: string;
  visible: number;
  inFlight: number;
  delayed: number;
  /** How long ago the oldest message was sent, by the gateway's clock; 0: there is none. */
  oldestMs: number;
}
