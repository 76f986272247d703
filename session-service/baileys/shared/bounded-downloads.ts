import { Agent, type buildConnector, type Dispatcher, Dispatcher1Wrapper } from "undici";

const CONNECT_MS = 10_000;
const HEADERS_MS = 15_000;
const BODY_MS = 30_000;
const UPLOAD_MS = 60_000;

/** The time limits for one download, in ms. */
interface DownloadLimits {
  connectMs: number;
  headersMs: number;
  bodyMs: number;
}

const LIMITS: DownloadLimits = { connectMs: CONNECT_MS, headersMs: HEADERS_MS, bodyMs: BODY_MS };

/** Opens an agent's connections when they aren't direct. */
type Connector = buildConnector.connector;

/** Creates an agent for undici's own `request` that limits how long a download takes. */
export function boundedDownloads(limits = LIMITS, connect?: Connector): Agent {
  return new Agent({
    connect: connect ?? { timeout: limits.connectMs },
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.bodyMs,
  });
}

/**
 * Creates an agent with the same limits for Node's `fetch`, which the library uses to download the app state and
 * histories. The library downloads inside the key lock and without a time limit, so a stuck download would block all
 * sends for hours. Node's `fetch` comes from an older undici with a different agent interface, and fails before sending
 * anything unless the agent is wrapped.
 */
export function boundedFetches(limits = LIMITS, connect?: Connector): Dispatcher {
  return new Dispatcher1Wrapper(boundedDownloads(limits, connect));
}

/** Creates the agent for our own uploads. It aborts an upload that makes no progress for a minute. */
export function boundedUploads(connect?: Connector): Agent {
  return new Agent({
    connect: connect ?? { timeout: CONNECT_MS },
    headersTimeout: UPLOAD_MS,
    bodyTimeout: UPLOAD_MS,
  });
}
