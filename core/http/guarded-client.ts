import type { LookupFunction } from "node:net";
import { buildConnector, Client, type Dispatcher } from "undici";
import { isPublicAddress } from "../domain/public-address.ts";
import type { Log, Post, PostResult } from "../ports.ts";
import { checkedAddresses, NotPublicError, type Resolve, systemResolve } from "./checked-address.ts";
import { failureText } from "./failure-text.ts";

const HEADERS_MAX_BYTES = 16 * 1024;
/** How much of an answer is read so that a well-behaved receiver can finish it; its content means nothing. */
const BODY_MAX_BYTES = 4 * 1024;
/** How long that may take: the answer's status is known, and the next event waits. Our choice: docs/decisions. */
const BODY_MS = 250;

/** How the guarded client is set up. */
export interface GuardedClientOptions {
  /** Only on one machine: http and private addresses are allowed. */
  allowPrivate: boolean;
  log: Log;
  /** Real seconds, not the gateway's clock, from the look-up to the last header. Spec: Events › Delivery, rule 1. */
  answerSec?: number;
  /** The machine's resolver unless a test gives another. */
  resolve?: Resolve;
}

/**
 * The one way out to customers' addresses. Each post is a connection of its own to an address that was checked before
 * it was dialled; HTTP/1.1 only, no redirects, no decompression.
 * @returns a Post that never rejects. Spec: Events › Delivery, rule 1; Webhook, `url`.
 */
export function createPost(options: GuardedClientOptions): Post {
  const { allowPrivate, log, answerSec = 15, resolve = systemResolve } = options;
  return async ({ url: text, headers, body }) => {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), answerSec * 1000);
    try {
      const url = new URL(text);
      if (url.protocol !== "https:" && !(allowPrivate && url.protocol === "http:")) throw new NotPublicError();
      const addresses = await orAbort(checkedAddresses(url.hostname, { allowPrivate, resolve }), deadline.signal);
      await using client = oneShotClient(url, { addresses, allowPrivate, answerSec });
      const answer = await client.request({
        method: "POST",
        path: url.pathname + url.search,
        headers,
        body,
        reset: true, // one request a connection: tell the receiver so
        signal: deadline.signal,
      });
      clearTimeout(timer);
      await readLittle(answer.body);
      return verdict(answer.statusCode);
    } catch (error) {
      const isLate = deadline.signal.aborted;
      const sentence = isLate ? `No answer came within ${answerSec} seconds.` : failureText(error);
      log.info({ reason: isLate ? "deadline" : errorName(error) }, "a post got no answer");
      return { status: null, error: sentence };
    } finally {
      clearTimeout(timer);
    }
  };
}

/** A client that dials one of these addresses, for one request. */
function oneShotClient(
  url: URL,
  options: { addresses: { address: string; family: number }[]; allowPrivate: boolean; answerSec: number },
) {
  const lookup: LookupFunction = (_hostname, wanted, done) => {
    const [first] = options.addresses;
    if (wanted.all) done(null, options.addresses);
    else if (first) done(null, first.address, first.family);
    else done(new Error("The host has no address."), "");
  };
  // The connector's own timeout only clears away a socket that is still dialling after the deadline.
  const dial = buildConnector({
    lookup,
    allowH2: false,
    timeout: (options.answerSec + 1) * 1000,
    maxCachedSessions: 0,
  });
  const client = new Client(url.origin, {
    maxHeaderSize: HEADERS_MAX_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: 1,
    connect: (target, done) =>
      dial(target, (...result) => {
        const [error, socket] = result;
        if (error === null && !options.allowPrivate && !isPublicAddress(socket.remoteAddress ?? "")) {
          socket.destroy();
          done(new NotPublicError(), null);
        } else done(...result);
      }),
  });
  return {
    request: (request: Omit<Dispatcher.RequestOptions, "origin">) => client.request(request),
    [Symbol.asyncDispose]: () => client.destroy(),
  };
}

/** Reads to the end, 4 KiB or a quarter of a second, whichever comes first; what comes after is not received. */
async function readLittle(body: Dispatcher.ResponseData["body"]): Promise<void> {
  const timer = setTimeout(() => body.destroy(), BODY_MS);
  let readBytes = 0;
  try {
    for await (const chunk of body) {
      readBytes += Buffer.byteLength(chunk);
      if (readBytes >= BODY_MAX_BYTES) break;
    }
  } catch {
    // The status line and headers decide; a body that breaks off changes nothing.
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
}

function verdict(status: number): PostResult {
  if (status >= 200 && status <= 299) return { status, error: null };
  const isRedirect = status >= 300 && status <= 399;
  return {
    status,
    error: isRedirect
      ? `The endpoint answered ${status}, a redirect; redirects are not followed. Set the url it leads to.`
      : `The endpoint answered ${status} instead of a 2xx status.`,
  };
}

/** Gives up waiting, not the work: a look-up can't be cancelled. */
function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

const errorName = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";
