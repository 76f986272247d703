import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { checkedAddresses, type Resolve } from "./checked-address.ts";
import { type DialOptions, dial } from "./dial.ts";

const HEADERS_MAX_BYTES = 16 * 1024;

/**
 * Opens a connection to a URL's host, with TLS for https. It may only use the addresses passed to it, because only
 * those have been checked.
 */
export type OpenConnection = (url: URL, options: DialOptions) => Promise<Socket>;

/** An HTTP request. */
export interface Question {
  url: URL;
  method: "GET" | "POST";
  headers: Record<string, string>;
  /** The body. A string is sent as UTF-8. */
  body?: string | Uint8Array;
  allowPrivate: boolean;
  resolve: Resolve;
  /** Opens the connection. Defaults to a direct connection. */
  open?: OpenConnection;
  /** Aborts everything up to the end of the headers. Limiting the time for the body is up to the caller. */
  signal: AbortSignal;
}

/** A response whose body has not been read yet. */
export interface Answer {
  status: number;
  response: IncomingMessage;
  /** Closes the connection. Must always be called. */
  hangUp(): void;
}

/**
 * Makes one request: resolves the host, checks every address, dials one of them and sends HTTP/1.1 on a new connection.
 * A redirect is returned as a response, the body is not decoded, and 1xx responses are skipped.
 * @throws NotPublicError, a network or parser error, or the signal's reason.
 */
export async function ask(question: Question): Promise<Answer> {
  const { url, method, headers, body, allowPrivate, resolve, open = dial, signal } = question;
  const addresses = await orAbort(checkedAddresses(url.hostname, { allowPrivate, resolve }), signal);
  const socket = await open(url, { addresses, allowPrivate, signal });
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

/** Stops waiting when the signal aborts. The work itself continues, because a DNS lookup can't be canceled. */
function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
