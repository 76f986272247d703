import type { IncomingMessage, RequestListener } from "node:http";

/** Matches the names that refer to this machine itself. Any port is accepted, because ports can be forwarded. */
const HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;
const ORIGIN = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;

/**
 * Matches headers that proxies, tunnels, load balancers and CDNs add. Browsers, clients and SDKs never send these
 * themselves.
 */
const PROXY_HEADERS = new RegExp(
  `^(${[
    "forwarded",
    "via",
    "x-forwarded.*",
    "(x-)?(real|client|cluster-client|remote|originating|proxyuser)-ip",
    "(wl-)?proxy-client-ip",
    "true-client-ip",
    "x-remote-addr",
    "x-original-(host|url|uri|forwarded-for)",
    "x-rewrite-url",
    "cdn-loop",
    "proxy-connection",
    "surrogate-capability",
    "x-amz-cf-id",
    "x-cloud-trace-context",
    "x-varnish",
    "(cf|cloudfront|fastly|fly|incap|ngrok|tailscale|akamai)-.*",
    "x-(akamai|appengine|arr|azure|bluecoat|envoy|nginx|sucuri|traefik|vercel)-.*",
  ].join("|")})$`,
  "i",
);

/** Whether this header is set only by proxies and similar intermediaries. */
export const isProxyHeader = (name: string): boolean => PROXY_HEADERS.test(name);

/**
 * Detects a proxy in front of the server, because everyone who can reach the proxy would look like a user of this
 * machine. By default, nginx doesn't add a header, but it uses HTTP/1.0, which modern clients don't use. A proxy that
 * shows neither sign can't be detected.
 * @returns the refusal message, or null if no proxy is detected.
 */
export function cameThroughProxy(request: Pick<IncomingMessage, "rawHeaders" | "httpVersion">): string | null {
  const sign =
    request.httpVersion === "1.0"
      ? "it is in HTTP/1.0, as nginx asks"
      : request.rawHeaders
          .filter((name, at) => at % 2 === 0 && isProxyHeader(name))
          .map((name) => `it has the header ${name}`)[0];
  if (sign === undefined) return null;
  return `This address answers this machine only, and the request came through a proxy: ${sign}. No proxy may be in front of it: everybody who reaches the proxy would be an admin here. Ask for 127.0.0.1 directly; from another machine, through ssh -N -L.`;
}

/**
 * Refuses requests that a proxy forwarded, and requests that another site's page made the browser send. In the latter
 * case, the origin or the host is that of the other site. Programs other than browsers don't send an origin, and use
 * this machine as the host.
 * @returns the refusal message, or null if the request can be served.
 */
export function askedFromElsewhere(
  request: Pick<IncomingMessage, "headersDistinct" | "rawHeaders" | "httpVersion">,
): string | null {
  const { host = [], origin = [] } = request.headersDistinct;
  const proxied = cameThroughProxy(request);
  if (proxied !== null) return proxied;
  if (host.length !== 1 || !host.every((name) => HOST.test(name))) {
    return "This address answers this machine only: ask for it as 127.0.0.1, localhost or [::1].";
  }
  if (origin.every((one) => ORIGIN.test(one))) return null;
  return "This address does not answer pages of other sites: ask from a page of this machine, or without a browser.";
}

/**
 * Returns the request listener that every HTTP server for a single machine must use. Requests that `isRefused` refuses
 * never reach `serve`. A test in test/architecture fails for any server without this listener.
 * @param isRefused returns the refusal message, or the message and its status (403 by default).
 * @param code the code in the response's body, which is JSON with a `message`.
 */
export function forThisMachine(
  isRefused: (request: IncomingMessage) => string | { status: number; message: string } | null,
  serve: RequestListener,
  code = "forbidden",
): RequestListener {
  return (request, response) => {
    const refusal = isRefused(request);
    if (refusal === null) return serve(request, response);
    request.resume(); // to the end, so that the answer can be read
    const { status, message } = typeof refusal === "string" ? { status: 403, message: refusal } : refusal;
    const body = JSON.stringify({ message, code });
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    response.writeHead(status, headers).end(body);
  };
}
