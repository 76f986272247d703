/** The next message that a queue must deliver. */
export interface NextDue {
  name: string;
  /** The id of a due message that hasn't been received yet, or null if no message is due. */
  dueId: string | null;
}

/** A queue's current statistics, with AWS's definitions. */
export interface QueueFigures {
  name: string;
  visible: number;
  inFlight: number;
  delayed: number;
  /** The age of the oldest message by the gateway's clock, or 0 if there is none. */
  oldestMs: number;
}
