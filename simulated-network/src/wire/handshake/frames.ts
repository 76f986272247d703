const LENGTH_BYTES = 3;
/** The header that a client sends once, before its first frame: "WA", protocol 6, dictionary 3. */
export const CLIENT_HEADER = Buffer.from([0x57, 0x41, 6, 3]);
const ROUTING_MARK = Buffer.from("ED");

/** Builds a frame for the socket: a three-byte big-endian length, followed by the body. */
export function frame(body: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(LENGTH_BYTES + body.length);
  framed.writeUIntBE(body.length, 0, LENGTH_BYTES);
  framed.set(body, LENGTH_BYTES);
  return framed;
}

/** Reassembles frames from WebSocket messages. A message can contain several frames or parts of one. */
export class FrameReader {
  #pending: Buffer = Buffer.alloc(0);
  #sawHeader = false;

  /**
   * Returns the complete frames. @throws Error if the stream doesn't start with the client header, which means that it
   * isn't from a known client.
   */
  read(data: Buffer): Buffer[] {
    this.#pending = Buffer.concat([this.#pending, data]);
    if (!this.#sawHeader && !this.#takeHeader()) return [];
    const frames: Buffer[] = [];
    while (this.#pending.length >= LENGTH_BYTES) {
      const end = LENGTH_BYTES + this.#pending.readUIntBE(0, LENGTH_BYTES);
      if (this.#pending.length < end) break;
      frames.push(this.#pending.subarray(LENGTH_BYTES, end));
      this.#pending = this.#pending.subarray(end);
    }
    return frames;
  }

  /**
   * Consumes the header. A client that received routing information earlier sends this first: "ED", 0, 1, length,
   * bytes.
   */
  #takeHeader(): boolean {
    let start = 0;
    if (this.#pending.subarray(0, ROUTING_MARK.length).equals(ROUTING_MARK)) {
      if (this.#pending.length < 7) return false;
      start = 7 + this.#pending.readUIntBE(4, LENGTH_BYTES);
    }
    const end = start + CLIENT_HEADER.length;
    if (this.#pending.length < end) return false;
    if (!this.#pending.subarray(start, end).equals(CLIENT_HEADER)) throw new Error("The client header is missing.");
    this.#pending = this.#pending.subarray(end);
    this.#sawHeader = true;
    return true;
  }
}
