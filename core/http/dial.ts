import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { isPublicAddress } from "../domain/webhooks/public-address.ts";
import { NotPublicError } from "./checked-address.ts";

/** Options for dialing a connection. */
export interface DialOptions {
  /** The host's addresses (at least one), which have already been checked. No other addresses are dialed. */
  addresses: { address: string; family: number }[];
  allowPrivate: boolean;
  /** Aborts the attempt at any point. */
  signal: AbortSignal;
}

/**
 * Opens a new connection to a URL's host, with TLS for https: the certificate must be trusted and match the host's
 * name. Doesn't use a proxy, a pool or session resumption.
 * @throws NotPublicError if the connection turns out to go to a non-public address; the socket's own errors; the
 * signal's reason.
 */
export async function dial(url: URL, { addresses, allowPrivate, signal }: DialOptions): Promise<Socket> {
  const isTls = url.protocol === "https:";
  const host = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
  const port = Number(url.port) || (isTls ? 443 : 80);

  const socket = connect({ host, port, lookup: answerWith(addresses) });
  await ready(socket, "connect", signal);
  if (!allowPrivate && !isPublicAddress(socket.remoteAddress ?? "")) {
    socket.destroy();
    throw new NotPublicError();
  }
  return isTls ? secured(socket, host, signal) : socket;
}

/**
 * Starts TLS on a connection. The certificate must be trusted and match the host's name. @param host without brackets.
 * @throws the socket's own errors; the signal's reason.
 */
export async function secured(socket: Socket, host: string, signal: AbortSignal): Promise<Socket> {
  const secure = connectTls({
    socket,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ["http/1.1"],
    rejectUnauthorized: true, // also where the environment says otherwise
  });
  await ready(secure, "secureConnect", signal);
  return secure;
}

/** Makes Node dial these addresses instead of looking up the name. */
function answerWith(addresses: DialOptions["addresses"]): LookupFunction {
  return (_hostname, wanted, done) => {
    const [first] = addresses;
    if (wanted.all) done(null, addresses);
    else if (first) done(null, first.address, first.family);
  };
}

/** Waits for a socket event. Destroys the socket if it fails or the signal aborts. */
function ready(socket: Socket, event: "connect" | "secureConnect", signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      socket.destroy();
      reject(error);
    };
    const abort = () => fail(signal.reason);
    // This listener is never removed: the socket's user sees errors when reading from the socket, and later errors
    // don't matter.
    socket.on("error", fail);
    socket.once("close", () => fail(Object.assign(new Error("The connection was closed."), { code: "ECONNRESET" })));
    socket.once(event, () => {
      signal.removeEventListener("abort", abort);
      resolve();
    });
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}
