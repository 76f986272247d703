import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { STREAM_PATH } from "../../core/contracts/routes.ts";

/** The part of API Gateway's event about a WebSocket that is used here. Only a `$connect` has headers and a query. */
export interface SocketEvent {
  headers?: Record<string, string>;
  multiValueHeaders?: Record<string, string[]>;
  multiValueQueryStringParameters?: Record<string, string[]> | null;
  requestContext: {
    routeKey: string;
    connectionId: string;
    requestId: string;
    domainName: string;
    stage: string;
    requestTimeEpoch: number;
    identity: { sourceIp: string; userAgent?: string };
  };
}

/** Returns a request for a WebSocket as API Gateway would pass on a GET of the stream's path, in format 2.0. */
export function socketRequest({
  headers = {},
  multiValueHeaders = {},
  multiValueQueryStringParameters,
  requestContext,
}: SocketEvent): APIGatewayProxyEventV2 {
  const { requestId, domainName, stage, requestTimeEpoch: timeEpoch, identity } = requestContext;
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(multiValueQueryStringParameters ?? {}))
    for (const value of values) query.append(name, value);
  const routeKey = `GET ${STREAM_PATH}`;
  return {
    version: "2.0",
    routeKey,
    rawPath: STREAM_PATH,
    rawQueryString: query.toString(),
    // A header that is there twice is refused like one that is none.
    headers: {
      ...headers,
      ...Object.fromEntries(Object.entries(multiValueHeaders).map(([name, values]) => [name, values.join(",")])),
    },
    requestContext: {
      accountId: "",
      apiId: "",
      domainName,
      domainPrefix: "",
      http: {
        method: "GET",
        path: STREAM_PATH,
        protocol: "HTTP/1.1",
        sourceIp: identity.sourceIp,
        userAgent: identity.userAgent ?? "",
      },
      requestId,
      routeKey,
      stage,
      time: new Date(timeEpoch).toUTCString(),
      timeEpoch,
    },
    isBase64Encoded: false,
  };
}
