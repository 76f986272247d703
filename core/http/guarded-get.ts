import type { Readable } from "node:stream";
import type { Log } from "../ports.ts";
import { answerName } from "./answer-name.ts";
import { type Answer, ask, type OpenConnection } from "./ask.ts";
import { NotPublicError, type Resolve, systemResolve } from "./checked-address.ts";
import { decodedBody, encodingsOf } from "./content-encodings.ts";
import { countedBody, tooLarge } from "./counted-body.ts";
import { DownloadError } from "./download-error.ts";
import { errorName, failureText } from "./failure-text.ts";
import { fetchableUrl } from "./fetchable-url.ts";
import { ProxyFault } from "./proxy/proxy-fault.ts";

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const REDIRECTS_MAX = 3;
const TIMEOUT_MS = 30_000;
/**
 * Request an uncompressed response, although some servers compress it anyway. The user agent is set because some
 * servers reject requests without one.
 */
const HEADERS = { Accept: "*/*", "Accept-Encoding": "identity", "User-Agent": "messaging-gateway" };

/** The result of a download. `message` is a plain sentence that reveals neither the response nor any address. */
export type GetResult =
  | {
      ok: true;
      /**
       * The bytes as they arrive. The stream fails with a DownloadError if there are more than `maxBytes`, the sender
       * stops, or time runs out. It must be read to the end or destroyed.
       */
      stream: Readable;
      /** The media type declared by the sender, which proves nothing about the bytes. */
      contentType: string | null;
      /** The file name specified by the sender, without deceptive characters, or null. */
      name: string | null;
    }
  | { ok: false; reason: "unreachable" | "too_large" | "refused_address" | "bad_status"; message: string };

/**
 * Fetches a single file. Never rejects. `timeoutMs` (30,000 by default) is real time and covers everything, including
 * redirects and the body.
 */
export type Get = (request: { url: string; maxBytes: number; timeoutMs?: number }) => Promise<GetResult>;

/** Thrown if a download isn't attempted, or if the response isn't the requested file. */
class Refusal extends Error {
  readonly reason: "refused_address" | "bad_status";
  constructor(reason: Refusal["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Creates the client that downloads files from customers' URLs. It sends GET requests over http and https, follows at
 * most three redirects, and never follows one from https back to http. The URL and each redirect are checked, and each
 * uses a new connection to an address checked beforehand.
 * @param options.allowPrivate only on a single machine. `resolve`: defaults to the machine's resolver; tests set their
 * own. `open`: opens each connection; defaults to a direct connection.
 */
export function createGet(options: { allowPrivate: boolean; log: Log; resolve?: Resolve; open?: OpenConnection }): Get {
  const { allowPrivate, log, resolve = systemResolve, open } = options;
  return async ({ url, maxBytes, timeoutMs = TIMEOUT_MS }) => {
    const deadline = new AbortController();
    const late = new DownloadError("unreachable", `The file did not arrive within ${timeoutMs / 1000} seconds.`);
    const timer = setTimeout(() => deadline.abort(late), timeoutMs);
    try {
      const through = { allowPrivate, resolve, ...(open && { open }), signal: deadline.signal };
      const { answer, url: last } = await follow(url, through);
      const { headers } = answer.response;
      const encodings = encodingsOf(answer.response);
      if (encodings === null) {
        answer.hangUp();
        throw new Refusal("bad_status", "The url responded in an encoding other than gzip, deflate, br or zstd.");
      }
      if (Number(headers["content-length"]) > maxBytes) {
        answer.hangUp(); // whether it is true or not, there is no use in waiting for it
        throw tooLarge(maxBytes);
      }
      const body = countedBody(answer, maxBytes, deadline.signal);
      body.once("close", () => clearTimeout(timer));
      const stream = decodedBody(body, encodings, maxBytes);
      const name = answerName(headers["content-disposition"], last);
      return { ok: true, stream, contentType: headers["content-type"] ?? null, name };
    } catch (error) {
      clearTimeout(timer);
      const failure = failureOf(error);
      log.info({ reason: failure.reason, cause: errorName(error) }, "a download got no file");
      return { ok: false, ...failure };
    }
  };
}

/** Follows redirects until a response contains the file. */
async function follow(
  text: string,
  options: { allowPrivate: boolean; resolve: Resolve; open?: OpenConnection; signal: AbortSignal },
): Promise<{ answer: Answer; url: URL }> {
  let url = checked(fetchableUrl(text, options.allowPrivate));
  for (let redirects = 0; ; redirects++) {
    const answer = await ask({ url, method: "GET", headers: HEADERS, ...options });
    const { status, response } = answer;
    if (status === 200) return { answer, url };
    answer.hangUp();
    const { location } = response.headers;
    if (!REDIRECTS.has(status) || !location) {
      throw new Refusal("bad_status", `The url responded with ${status} instead of 200.`);
    }
    if (redirects === REDIRECTS_MAX) {
      throw new Refusal("bad_status", `The url redirects more than ${REDIRECTS_MAX} times. Use the final url.`);
    }
    const next = checked(
      fetchableUrl(utf8(location), options.allowPrivate, url),
      "The url redirects to a url that is not allowed. ",
    );
    if (url.protocol === "https:" && next.protocol === "http:") {
      throw new Refusal("refused_address", "The url redirects from https to http. Use a url that stays on https.");
    }
    url = next;
  }
}

/** Decodes a header as UTF-8, because Node turns each byte into a character. */
const utf8 = (header: string) => Buffer.from(header, "latin1").toString("utf8");

function checked(verdict: ReturnType<typeof fetchableUrl>, before = ""): URL {
  if ("error" in verdict) throw new Refusal("refused_address", `${before}${verdict.error}`);
  return verdict.url;
}

function failureOf(error: unknown): Omit<Extract<GetResult, { ok: false }>, "ok"> {
  if (error instanceof Refusal || error instanceof DownloadError) {
    return { reason: error.reason, message: error.message };
  }
  if (error instanceof NotPublicError) {
    return { reason: "refused_address", message: "The host is not on the public internet, so nothing was fetched." };
  }
  return { reason: "unreachable", message: error instanceof ProxyFault ? error.message : failureText(error) };
}
