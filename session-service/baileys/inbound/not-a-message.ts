/** Thrown for decrypted bytes that aren't a message. Parsing them again would fail in the same way. */
export class NotAMessage extends Error {
  /** @param cause the error that describes where parsing stopped. */
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = "NotAMessage";
    if (cause.stack !== undefined) this.stack = cause.stack;
  }
}

/** Thrown for a received message if only its sender, chat and time were stored. */
export class NothingKept extends NotAMessage {
  constructor() {
    super(new Error("None of its content was stored."));
    this.name = "NothingKept";
  }
}
