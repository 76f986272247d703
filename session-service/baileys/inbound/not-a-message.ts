/** Thrown for decrypted bytes that are not a message; reading them again will not help. */
export class NotAMessage extends Error {
  /** @param cause where the reader stopped. */
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = "NotAMessage";
    if (cause.stack !== undefined) this.stack = cause.stack;
  }
}

/** Thrown for a received message of which only the writer, chat and time were kept. */
export class NothingKept extends NotAMessage {
  constructor() {
    super(new Error("Nothing of its content was kept."));
    this.name = "NothingKept";
  }
}
