import { type Readable, Transform } from "node:stream";
import type { Answer } from "./ask.ts";
import { DownloadError } from "./download-error.ts";
import { failureText } from "./failure-text.ts";

/**
 * Streams a response body and counts its bytes, because the length in the headers can be wrong. A slow reader slows
 * down the sender. The connection is always closed together with the stream.
 * @param signal aborts the stream when time is up. The stream then fails with the signal's reason.
 * @throws DownloadError as the stream's error.
 */
export function countedBody({ response, hangUp }: Answer, maxBytes: number, signal: AbortSignal): Readable {
  let bytes = 0;
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(tooLarge(maxBytes));
      else done(null, chunk);
    },
  });
  const abort = () => body.destroy(signal.reason);
  body.on("error", () => {}); // a reader that comes later still gets it; nobody has to be there when it happens
  body.once("close", () => {
    signal.removeEventListener("abort", abort);
    hangUp();
  });
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  response.on("error", (error) => body.destroy(new DownloadError("unreachable", brokenOff(error))));
  response.pipe(body);
  return body;
}

/** Creates the error for a file that is too large, so the message is the same everywhere. */
export function tooLarge(maxBytes: number): DownloadError {
  return new DownloadError("too_large", `The file is larger than ${maxBytes.toLocaleString("en")} bytes.`);
}

const brokenOff = (error: unknown) =>
  "code" in Object(error) && String(Object(error).code).startsWith("HPE_")
    ? failureText(error)
    : "The connection was closed before the whole file arrived.";
