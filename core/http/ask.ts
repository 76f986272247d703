import { type IncomingMessage, request } from "node:http";
import { checkedAddresses, type Resolve } from "./checked-address.ts";
import { dial } from "./dial.ts";

const HEADERS_MAX_BYTES = 16 * 1024;

/** One request. */
export interface Question {
  url: URL;
  method: "GET" | "POST";
  headers: Record<string, string>;
  /** A text is sent as UTF-8. */
  body?: string | Uint8Array;
  allowPrivate: boolean;
  resolve: Resolve;
  /** Deadline for everything up to the last header; reading the body is the caller's affair. */
  signal: AbortSignal;
}

/** An answer whose body has not been read. */
export interface Answer {
  status: number;
  response: IncomingMessage;
  /** Ends the connection. The caller must call it in any case. */
  hangUp(): void;
}

/**
 * Makes one request: looks the host up, checks every address, dials one of them and sends HTTP/1.1 on a connection of
 * its own. A redirect is an answer, a body comes undecoded, 1xx is not an answer.
 * @throws NotPublicError, an error of the network or of the parser, or the signal's reason.
 */
export async function ask(question: Question): Promise<Answer> {
  const { url, method, headers, body, allowPrivate, resolve, signal } = question;
  const addresses = await orAbort(checkedAddresses(url.hostname, { allowPrivate, resolve }), signal);
  const socket = await dial(url, { addresses, allowPrivate, signal });
  const hangUp = () => socket.destroy();
  try {
    const response = await orAbort(
      new Promise<IncomingMessage>((done, fail) => {
        const sent = request({
          createConnection: () => socket, // without an agent: nothing is kept, and the receiver knows
          method,
          path: url.pathname + url.search,
          headers: { Host: url.host, ...headers },
          maxHeaderSize: HEADERS_MAX_BYTES,
          insecureHTTPParser: false,
        });
        sent.on("error", fail);
        sent.once("response", done);
        sent.end(body);
      }),
      signal,
    );
    response.on("error", () => {}); // the reader of the body learns of it by reading
    return { status: response.statusCode ?? 0, response, hangUp };
  } catch (error) {
    hangUp();
    throw error;
  }
}

/** Stops waiting when the signal says so. The work continues: a look-up can't be cancelled. */
function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
