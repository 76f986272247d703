import { Agent, type Dispatcher, Dispatcher1Wrapper } from "undici";

const CONNECT_MS = 10_000;
const HEADERS_MS = 15_000;
const BODY_MS = 30_000;
const UPLOAD_MS = 60_000;

/** Time limits for one download, ms. */
interface DownloadLimits {
  connectMs: number;
  headersMs: number;
  bodyMs: number;
}

const LIMITS: DownloadLimits = { connectMs: CONNECT_MS, headersMs: HEADERS_MS, bodyMs: BODY_MS };

/** Creates an agent for undici's own `request` that limits how long a download takes. */
export function boundedDownloads(limits = LIMITS): Agent {
  return new Agent({
    connect: { timeout: limits.connectMs },
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.bodyMs,
  });
}

/**
 * Creates the same for Node's `fetch`, with which the library downloads the app state and histories. The library
 * downloads inside the key lock and without a time limit, so a stuck download would block all sends for hours. Node's
 * `fetch` comes from an older undici with another agent interface; without the wrapper it fails before it sends
 * anything.
 */
export function boundedFetches(limits = LIMITS): Dispatcher {
  return new Dispatcher1Wrapper(boundedDownloads(limits));
}

/** Creates the agent for our own uploads, which ends one that makes no progress for a minute. */
export function boundedUploads(): Agent {
  return new Agent({ connect: { timeout: CONNECT_MS }, headersTimeout: UPLOAD_MS, bodyTimeout: UPLOAD_MS });
}

/** Options for the library's own downloads; `dispatcher` is Node's own extension of fetch's options. */
export const DOWNLOADS = { dispatcher: boundedFetches() } as RequestInit;
