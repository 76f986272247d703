import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

/**
 * Converts a request to the event that API Gateway passes to a function (payload format 2.0). @param routePath the path
 * of the matching route, or undefined if there is none.
 */
export function toEvent(
  request: IncomingMessage,
  target: ReturnType<typeof targetOf>,
  body: Buffer,
  routePath: string | undefined,
  params: Record<string, string> | undefined,
  about: { requestId: string; now: Date; source: string },
): APIGatewayProxyEventV2 {
  const method = request.method ?? "GET";
  const routeKey = routePath ? `${method} ${routePath}` : "$default";
  const query: Record<string, string> = {};
  for (const name of new Set(target.searchParams.keys())) query[name] = target.searchParams.getAll(name).join(",");
  const { headers, cookies } = headersOf(request);
  // As in the cloud, a body that isn't text is passed as base64.
  const isText = isUtf8(body);
  return {
    version: "2.0",
    routeKey,
    rawPath: target.pathname,
    rawQueryString: target.search.slice(1),
    headers,
    ...(cookies.length > 0 && { cookies }),
    ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
    ...(params && {
      pathParameters: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decode(value)])),
    }),
    requestContext: {
      accountId: "000000000000",
      apiId: "local",
      domainName: headers.host ?? "localhost",
      domainPrefix: "local",
      http: {
        method,
        path: target.pathname,
        protocol: "HTTP/1.1",
        sourceIp: about.source,
        userAgent: headers["user-agent"] ?? "",
      },
      requestId: about.requestId,
      routeKey,
      stage: "$default",
      time: about.now.toUTCString(),
      timeEpoch: about.now.getTime(),
    },
    ...(body.length > 0 && { body: body.toString(isText ? "utf8" : "base64") }),
    isBase64Encoded: !isText,
  };
}

/**
 * Returns the headers as in payload format 2.0: names in lower case, the values of a repeated header joined with commas
 * (Node would drop a second Authorization or Content-Type), and cookies in a separate list.
 */
function headersOf({ rawHeaders }: IncomingMessage): { headers: Record<string, string>; cookies: string[] } {
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] ?? "").toLowerCase();
    const value = rawHeaders[i + 1] ?? "";
    if (name === "cookie") cookies.push(...value.split(/; */));
    else
      Object.defineProperty(headers, name, {
        ...FIELD,
        value: Object.hasOwn(headers, name) ? `${headers[name]},${value}` : value,
      });
  }
  return { headers, cookies };
}

/** Defines an ordinary field, even if its name is something like `__proto__`. */
const FIELD = { enumerable: true, configurable: true, writable: true };

/**
 * Returns the path and query exactly as sent. A leading `//` is part of the path rather than the start of a host name.
 */
export function targetOf(url: string): { pathname: string; search: string; searchParams: URLSearchParams } {
  const [path = "/", query] = splitOnce(url, "?");
  return { pathname: path, search: query === undefined ? "" : `?${query}`, searchParams: new URLSearchParams(query) };
}

function splitOnce(text: string, at: string): [string, string | undefined] {
  const index = text.indexOf(at);
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)];
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value; // a broken escape names nothing that exists
  }
}
