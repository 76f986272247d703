/** Decrypted bytes that are not a message, however often they are read. */
export class NotAMessage extends Error {
  /** @param cause where the reader stopped. */
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = "NotAMessage";
    if (cause.stack !== undefined) this.stack = cause.stack;
  }
}

/** A received message of which only the writer, place and time were kept. */
export class NothingKept extends NotAMessage {
  constructor() {
    super(new Error("Nothing of its content was kept."));
    this.name = "NothingKept";
  }
}
