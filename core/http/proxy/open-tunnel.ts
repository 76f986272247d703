import { request } from "node:http";
import type { Socket } from "node:net";
import type { NumberProxy } from "../../domain/proxies/proxy-url.ts";
import { checkedAddresses, NotPublicError, type Resolve } from "../checked-address.ts";
import { dial } from "../dial.ts";
import { ProxyFault, WRONG_KIND, WRONG_LOGIN } from "./proxy-fault.ts";
import { socksHandshake } from "./socks-handshake.ts";
import type { TunnelEnd } from "./tunnel-end.ts";

const HEADERS_MAX_BYTES = 16 * 1024;

/** Opens a connection to `end`, not yet secured by TLS. @throws ProxyFault */
export type Tunnel = (end: TunnelEnd, signal: AbortSignal) => Promise<Socket>;

/** Options for opening a tunnel. */
export interface TunnelOptions {
  /** Whether the proxy may have a private address. Only true on a single machine. */
  allowPrivate: boolean;
  resolve: Resolve;
  /** Aborts the attempt at any point. */
  signal: AbortSignal;
}

/**
 * Opens a new connection through a proxy. The proxy address that is dialed is the one that was checked, so changing the
 * DNS answer in between has no effect. There is no fallback: if the proxy fails, so does this call.
 * @returns the connection to `end`, not yet secured by TLS. @throws ProxyFault
 */
export async function openTunnel(proxy: NumberProxy, end: TunnelEnd, options: TunnelOptions): Promise<Socket> {
  const { allowPrivate, resolve, signal } = options;
  let socket: Socket | null = null;
  try {
    const addresses = await orAbort(checkedAddresses(proxy.hostname, { allowPrivate, resolve }), signal);
    const scheme = proxy.kind === "https" ? "https" : "http";
    socket = await dial(new URL(`${scheme}://${proxy.hostname}:${proxy.port}`), { addresses, allowPrivate, signal });
    const speak = proxy.kind === "socks5" ? socksHandshake : connectTunnel;
    await orAbort(speak(socket, proxy.login, end), signal);
    return socket;
  } catch (error) {
    socket?.destroy();
    throw faultOf(error, signal);
  }
}

/** RFC 9110, 9.3.6: CONNECT. */
function connectTunnel(socket: Socket, login: NumberProxy["login"], end: TunnelEnd): Promise<void> {
  const authority = `${end.host.includes(":") ? `[${end.host}]` : end.host}:${end.port}`;
  const credentials = login && Buffer.from(`${login.user}:${login.password}`).toString("base64");
  return new Promise((done, fail) => {
    const asked = request({
      createConnection: () => socket,
      method: "CONNECT",
      path: authority,
      headers: { Host: authority, ...(credentials !== null && { "Proxy-Authorization": `Basic ${credentials}` }) },
      maxHeaderSize: HEADERS_MAX_BYTES,
      insecureHTTPParser: false,
    });
    asked.on("error", fail);
    asked.once("connect", ({ statusCode = 0 }, _socket, head) => {
      if (statusCode < 200 || statusCode > 299) return fail(refusedWith(statusCode));
      if (head.length > 0) socket.unshift(head);
      done();
    });
    asked.end();
  });
}

function refusedWith(status: number): ProxyFault {
  if (status === 407) return new ProxyFault(WRONG_LOGIN);
  return new ProxyFault(
    `The proxy refused the connection with status ${status}. Check with its operator that it is allowed to reach the network.`,
  );
}

const SLOW = "The proxy did not respond in time. Check that it is running, and check its host and port.";
const CLOSED =
  "The proxy closed the connection. Check its type (http, https or socks5), its port, and whether it is allowed to reach the network.";
/** Sentences for failures that a person can do something about, by the error's code. */
const SENTENCES: Readonly<Record<string, string>> = {
  ENOTFOUND: "The proxy's host name does not resolve. Check the host name.",
  EAI_AGAIN: "The proxy's host name could not be resolved. The problem may be temporary.",
  ECONNREFUSED: "The proxy refused the connection. Nothing is listening at its host and port.",
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  EHOSTUNREACH: "The proxy's host can't be reached.",
  ENETUNREACH: "The proxy's host can't be reached.",
  ETIMEDOUT: SLOW,
};

function faultOf(error: unknown, signal: AbortSignal): ProxyFault {
  if (error instanceof ProxyFault) return error;
  if (error instanceof NotPublicError) return new ProxyFault("The proxy's host is not on the public internet.");
  if (signal.aborted) return new ProxyFault(SLOW);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/CERT|TLS|SSL|EPROTO/.test(code)) {
    return new ProxyFault("The TLS handshake with the proxy failed. Check its certificate, or use http.");
  }
  return new ProxyFault(SENTENCES[code] ?? WRONG_KIND);
}

/** Stops waiting when the signal aborts; a tunnel that is opened later is closed by the caller's `destroy`. */
function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
