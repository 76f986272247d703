import { type IncomingMessage, request } from "node:http";
import { checkedAddresses, type Resolve } from "./checked-address.ts";
import { dial } from "./dial.ts";

const HEADERS_MAX_BYTES = 16 * 1024;

/** One request. */
export interface Question {
  url: URL;
  method: "GET" | "POST";
  headers: Record<string, string>;
  /** Sent as UTF-8. */
  body?: string;
  allowPrivate: boolean;
  resolve: Resolve;
  /** The deadline for everything up to the last header; afterwards the caller's own affair. */
  signal: AbortSignal;
}

/** An answer whose body has not been read. */
export interface Answer {
  status: number;
  response: IncomingMessage;
  /** Ends the connection; whoever asked must do so, however it ends. */
  hangUp(): void;
}

/**
 * Asks once: looks the host up, checks every address, dials one of them and sends one HTTP/1.1 request on a connection
 * of its own. Redirects are answers, bodies are as they come, 1xx is not an answer.
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
          createConnection: () => socket, // without an agent: nothing is kept, and the receiver is told so
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
    response.on("error", () => {}); // whoever reads the body learns of it by reading
    return { status: response.statusCode ?? 0, response, hangUp };
  } catch (error) {
    hangUp();
    throw error;
  }
}

/** Gives up waiting, not the work: a look-up can't be cancelled. */
function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
