/** A request that the canary sends. */
export interface CanaryRequest {
  method?: "GET" | "POST" | "DELETE";
  path: string;
  /** The API key. If absent, the request is sent without one. */
  key?: string;
  body?: unknown;
  idempotencyKey?: string;
}

/** A fully received response. `body` is null if the response isn't JSON. */
export interface CanaryAnswer {
  status: number;
  body: unknown;
}

/** Sends one request to the API. @throws if no response arrived. */
export type Ask = (request: CanaryRequest) => Promise<CanaryAnswer>;

/** How long to wait for a response. A person would have given up by then. API Gateway itself waits 30 s. */
const ANSWER_MS = 10_000;

/**
 * Creates a function that calls the API at its public address, as a customer does. Doesn't use the guarded HTTP client,
 * which is only for addresses chosen by other people. The API's address is the deployment's own.
 * @param apiUrl the API's address, with or without a trailing slash.
 */
export function askApi(apiUrl: string): Ask {
  const base = apiUrl.replace(/\/$/, "");
  return async ({ method = "GET", path, key, body, idempotencyKey }) => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        "user-agent": "messaging-gateway-canary",
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // Don't follow redirects: that would send the key to another address, and the routes that the canary calls never
      // redirect.
      redirect: "error",
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return { status: answer.status, body: jsonOf(await answer.text()) };
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
