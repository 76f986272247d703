import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { STREAM_PATH } from "../../core/contracts/sockets.ts";

/** The fields of API Gateway's WebSocket event that are used here. Only a `$connect` event has headers and a query. */
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

/**
 * Converts a WebSocket request to the form that API Gateway would use for a GET of the stream's path, in format 2.0.
 */
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
    // Joins the values of a repeated header, so that the header is rejected like any other invalid value.
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
