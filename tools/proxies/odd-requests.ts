import { PANEL_API, PANEL_ROUTES } from "../../core/contracts/panel/panel-routes.ts";
import { ROUTES } from "../../core/contracts/routes.ts";
import { SOCKETS } from "../../core/contracts/sockets.ts";
import { pick } from "../chaos/chance.ts";

/** An address that clients claim in a header. It must never be trusted. */
export const CLAIMED = "203.0.113.66";

/** Headers that a client uses to pretend to be another client, each exactly as it is sent. */
export const TRICKS: readonly string[] = [
  `X-Forwarded-For: ${CLAIMED}`,
  `X-Forwarded-For: ${CLAIMED}, 127.0.0.1`,
  `X-Forwarded-For: 127.0.0.1, ${CLAIMED}`,
  `X-Forwarded-For: ${CLAIMED}\r\nX-Forwarded-For: ${CLAIMED}`,
  `x-forwarded-for:${CLAIMED}`,
  `X-Forwarded-For: ::ffff:${CLAIMED}`,
  "X-Forwarded-For: [2001:db8::66]:443",
  `X-Forwarded-For: ${"10.0.0.1, ".repeat(200)}${CLAIMED}`,
  "X-Forwarded-For: ",
  'X-Forwarded-For: unknown, _hidden, "quoted, comma"',
  `X-Forwarded-For: 10.0.0.1,\r\n ${CLAIMED}`,
  `X-Forwarded-For : ${CLAIMED}`,
  `X_Forwarded_For: ${CLAIMED}`,
  `Forwarded: for=${CLAIMED};host=evil.example;proto=http`,
  `Forwarded: for="[2001:db8::66]:4711"`,
  `X-Real-IP: ${CLAIMED}`,
  `X-Client-IP: ${CLAIMED}\r\nTrue-Client-IP: ${CLAIMED}\r\nCF-Connecting-IP: ${CLAIMED}`,
  "X-Forwarded-Host: evil.example",
  "X-Forwarded-Proto: http",
  "X-Forwarded-Port: 1\r\nX-Forwarded-Prefix: /x\r\nX-Original-URL: /metrics\r\nX-Rewrite-URL: /metrics",
  `Connection: X-Forwarded-For\r\nX-Forwarded-For: ${CLAIMED}`,
];

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE", "PROPFIND"];
/** Where to send requests: routes with their methods, and paths without a route. */
const PLACES: { method?: string; path: string }[] = [
  ...Object.values(ROUTES),
  ...Object.values(PANEL_ROUTES).map(({ method, path }) => ({ method, path: `${PANEL_API}${path}` })),
  // These paths are given the weight of about twenty routes, because most requests to them contain no handshake.
  ...Array.from({ length: 10 }, () => Object.values(SOCKETS).map(({ path }) => ({ method: "GET", path }))).flat(),
  ...[
    "/",
    "/health",
    "/docs",
    "/docs/reference",
    "/mcp",
    "/metrics",
    "/mail",
    "/clock",
    "/phones",
    "/gateway-media/x",
    "/identity/auth",
  ].map((path) => ({ path })),
  ...[
    "/identity/mail",
    "/_snapshot",
    "/v1",
    "/..%2f..%2fetc/passwd",
    "/v1/./messages",
    "//v1//messages",
    "/%00",
    "/%ff",
  ].map((path) => ({ path })),
];
/**
 * The share of requests to a route that use the route's own method. Others are answered with 405 before much has been
 * tested.
 */
const OWN_METHOD = 0.8;
const BODIES = [
  "",
  "{}",
  "[]",
  "null",
  '{"name":',
  '"',
  "\u0000\u0001",
  '{"__proto__":{"x":1}}',
  `{"to":"${"9".repeat(9_000)}"}`,
];
const ODD = [
  "Content-Type: application/json",
  "Content-Type: text/plain",
  "Authorization: Bearer mgw_x",
  "Authorization: Basic eDp5",
  "Cookie: __Host-session=x; __Host-signin=y",
  "Origin: https://evil.example",
  "Origin: null",
  "Expect: 100-continue",
  "Accept-Encoding: br;q=x",
  "Range: bytes=0-,-1",
  `If-None-Match: ${'"x",'.repeat(500)}"y"`,
  "Idempotency-Key: \t",
  "Upgrade: websocket",
  ...["https://evil.example", "null", "https://gw.example.com", "https://gw.example.com:444"].map(webSocketBy),
];

/** Returns the headers that a browser sends to open a WebSocket for a page from this origin. */
function webSocketBy(origin: string): string {
  return [
    ...["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"],
    ...["Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Cookie: __Host-session=x", `Origin: ${origin}`],
  ].join("\r\n");
}

/** A request as it is sent. */
export interface OddRequest {
  method: string;
  path: string;
  text: string;
}

/** Creates a random request without credentials, to a route or an unknown path, with odd headers and a body. */
export function oddRequest(chance: () => number, host: string): OddRequest {
  const place = pick(chance, PLACES);
  const method = place.method !== undefined && chance() < OWN_METHOD ? place.method : pick(chance, METHODS);
  const path = place.path.replaceAll(/\{\w+\}/g, () =>
    pick(chance, ["x1", "%2e%2e", "inst_0", "a b".replace(" ", "%20")]),
  );
  const query = pick(chance, ["", "", "?limit=0", "?cursor=%00", `?q=${"x".repeat(3_000)}`]);
  const body = Buffer.from(pick(chance, BODIES));
  const headers = [pick(chance, TRICKS), pick(chance, ODD), `Content-Length: ${body.length}`];
  return { method, path, text: `${headLines(method, `${path}${query}`, host, headers)}${body}` };
}

/** Formats the head of a request. The connection is closed after the response. */
export const headLines = (method: string, path: string, host: string, headers: readonly string[]) =>
  [`${method} ${path} HTTP/1.1`, `Host: ${host}`, "Connection: close", ...headers, "", ""].join("\r\n");
