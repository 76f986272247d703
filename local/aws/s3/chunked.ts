import { AwsError } from "../service/aws-error.ts";

const LINE_END = Buffer.from("\r\n");
/** The maximum length of a chunk header or trailer. */
const LONGEST_LINE_BYTES = 1_024;

/**
 * Decodes `aws-chunked`, which clients use to stream a body whose checksum they know only at the end. Yields the
 * contents and adds the trailers to `trailers` (in lower case). The signatures of individual chunks aren't verified.
 * @throws AwsError IncompleteBody if the body ends too early or is malformed.
 */
export async function* unchunk(source: AsyncIterable<Buffer>, trailers: Map<string, string>): AsyncGenerator<Buffer> {
  const input = new Input(source);
  for (;;) {
    const head = await input.line();
    if (!/^[0-9a-fA-F]{1,8}(;.*)?$/.test(head)) throw incomplete();
    let left = Number.parseInt(head, 16);
    if (left === 0) break;
    while (left > 0) {
      const part = await input.take(left);
      left -= part.length;
      yield part;
    }
    if ((await input.line()) !== "") throw incomplete();
  }
  for (let line = await input.lineOrEnd(); line !== ""; line = await input.lineOrEnd()) {
    const [name = "", ...value] = line.split(":");
    trailers.set(name.trim().toLowerCase(), value.join(":").trim());
  }
}

/** Reads lines and byte sequences from the same stream. */
class Input {
  readonly #parts: AsyncIterator<Buffer>;
  #left: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#parts = source[Symbol.asyncIterator]();
  }

  /** Returns at least one byte and at most `atMost` bytes. */
  async take(atMost: number): Promise<Buffer> {
    while (this.#left.length === 0) if (!(await this.#more())) throw incomplete();
    const part = this.#left.subarray(0, atMost);
    this.#left = this.#left.subarray(part.length);
    return part;
  }

  async line(): Promise<string> {
    for (;;) {
      const end = this.#left.indexOf(LINE_END);
      if (end >= 0) {
        const line = this.#left.toString("latin1", 0, end);
        this.#left = this.#left.subarray(end + LINE_END.length);
        return line;
      }
      if (this.#left.length > LONGEST_LINE_BYTES || !(await this.#more())) throw incomplete();
    }
  }

  /**
   * Returns the next line, or an empty line at the end of the input, because some clients leave out the final empty
   * line.
   */
  async lineOrEnd(): Promise<string> {
    if (this.#left.length === 0 && !(await this.#more())) return "";
    return this.line();
  }

  async #more(): Promise<boolean> {
    const next = await this.#parts.next();
    if (next.done) return false;
    this.#left = this.#left.length === 0 ? next.value : Buffer.concat([this.#left, next.value]);
    return true;
  }
}

const incomplete = () =>
  new AwsError("IncompleteBody", "You did not provide the number of bytes specified by the Content-Length HTTP header");
