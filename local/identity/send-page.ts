import type { ServerResponse } from "node:http";

/**
 * Headers of every sign-in page. The referrer stays on this origin but isn't left out, because without it a browser
 * sends forms with `Origin: null`, which is refused as another site's.
 */
export const PAGE_HEADERS = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cache-control": "no-store",
};

/** Sends a sign-in page. @returns true, because the request is answered. */
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
