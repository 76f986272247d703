/** Decrypted bytes that are no message: they stay none, however often they are read. */
export class NotAMessage extends Error {
  /** @param cause where the reader stopped. */
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = "NotAMessage";
    if (cause.stack !== undefined) this.stack = cause.stack;
  }
}
