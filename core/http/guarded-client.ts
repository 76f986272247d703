import type { IncomingMessage } from "node:http";
import { LIMITS } from "../contracts/limits.ts";
import type { Log, Post, PostResult } from "../ports.ts";
import { ask } from "./ask.ts";
import { NotPublicError, type Resolve, systemResolve } from "./checked-address.ts";
import { errorName, failureText } from "./failure-text.ts";

/**
 * The maximum number of bytes to read from a response, enough for a well-behaved receiver to finish sending it. The
 * content is ignored.
 */
const BODY_MAX_BYTES = 4 * 1024;
/** How many characters of a non-2xx response to store for troubleshooting. We chose this value ourselves. */
const ANSWER_MAX_CHARS = 300;
/**
 * The time limit for reading the body. It is short, because the response's status is already known and the next event
 * is waiting. Rationale: decision 0008.
 */
const BODY_MS = 250;

/** Options for the guarded client. */
export interface GuardedClientOptions {
  /** Whether http and private addresses are allowed. Only set on a single machine. */
  allowPrivate: boolean;
  log: Log;
  /**
   * The number of seconds allowed from the lookup to the last header, measured by the machine's clock. Defaults to the
   * API's limit. Tests set their own.
   */
  answerSec?: number;
  /** The resolver to use. Defaults to the machine's own. Tests set their own. */
  resolve?: Resolve;
}

/**
 * Creates the client that posts to customers' webhooks. Each post opens a new connection to an address checked
 * beforehand. It uses HTTP/1.1 only, follows no redirects, and doesn't decompress anything.
 * @returns a Post that never rejects. Spec: Events › Delivery, rule 1; Webhook, `url`.
 */
export function createPost(options: GuardedClientOptions): Post {
  const { allowPrivate, log, answerSec = LIMITS.webhookAnswerSec, resolve = systemResolve } = options;
  return async ({ url: text, headers, body }) => {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), answerSec * 1000);
    try {
      const url = new URL(text);
      if (url.protocol !== "https:" && !(allowPrivate && url.protocol === "http:")) throw new NotPublicError();
      const asked = { url, method: "POST", headers, body, allowPrivate, resolve } as const;
      const { status, response, hangUp } = await ask({ ...asked, signal: deadline.signal });
      const answer = await readLittle(response);
      hangUp();
      return verdict(status, answer);
    } catch (error) {
      const isLate = deadline.signal.aborted;
      const sentence = isLate ? `There was no response within ${answerSec} seconds.` : failureText(error);
      log.info({ reason: isLate ? "deadline" : errorName(error) }, "a post got no answer");
      return { status: null, error: sentence };
    } finally {
      clearTimeout(timer);
    }
  };
}

/**
 * Reads until the body ends, 4 KiB have arrived or a quarter of a second has passed, and ignores the rest. @returns the
 * beginning of the body.
 */
async function readLittle(body: IncomingMessage): Promise<Buffer> {
  const timer = setTimeout(() => body.destroy(), BODY_MS);
  const chunks: Buffer[] = [];
  let readBytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      readBytes += chunk.length;
      if (readBytes >= BODY_MAX_BYTES) break;
    }
  } catch {
    // Only the status line and the headers matter, so a truncated body makes no difference.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).subarray(0, BODY_MAX_BYTES);
}

function verdict(status: number, body: Buffer): PostResult {
  if (status >= 200 && status <= 299) return { status, error: null };
  const isRedirect = status >= 300 && status <= 399;
  const answer = [...body.toString("utf8").trim()].slice(0, ANSWER_MAX_CHARS).join("");
  return {
    status,
    ...(answer !== "" && { answer }),
    error: isRedirect
      ? `The endpoint responded with ${status}, a redirect. Redirects are not followed. Set the url that it redirects to.`
      : `The endpoint responded with ${status} instead of a 2xx status.`,
  };
}
