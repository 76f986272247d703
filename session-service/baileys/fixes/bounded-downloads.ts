import { Agent } from "undici";

const CONNECT_MS = 10_000;
const HEADERS_MS = 15_000;
const BODY_MS = 30_000;

/**
 * Downloads of the app state run inside the key lock, by a `fetch` without a time limit: a stuck one blocks all sends
 * for hours. Every download of the library goes through this agent.
 */
export function boundedDownloads(limits = { connectMs: CONNECT_MS, headersMs: HEADERS_MS, bodyMs: BODY_MS }): Agent {
  return new Agent({
    connect: { timeout: limits.connectMs },
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.bodyMs,
  });
}
