import type { ServerResponse } from "node:http";

/**
 * The headers of every sign-in page. The referrer is limited to this origin rather than left out. Without a referrer,
 * browsers would submit forms with `Origin: null`, which is refused as coming from another site.
 */
export const PAGE_HEADERS = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cache-control": "no-store",
};

/** Sends a sign-in page. @returns true, which means that the request has been answered. */
export function sendPage(
  response: ServerResponse,
  status: number,
  body: string,
  { type = "text/html; charset=utf-8", retryAfterMs }: { type?: string; retryAfterMs?: number | undefined } = {},
): true {
  const retry = retryAfterMs === undefined ? {} : { "retry-after": String(Math.ceil(retryAfterMs / 1000)) };
  response.writeHead(status, { ...PAGE_HEADERS, ...retry, "content-type": type }).end(body);
  return true;
}
