import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { RouteId } from "../../core/contracts/routes.ts";
import { trimEnd } from "../../core/domain/trim-end.ts";
import type { Caller } from "../../core/records/accounts/caller.ts";
import type { Table } from "../../core/store/table.ts";

/** State of one request: each middleware adds what it has found out. */
export interface ApiState {
  requestId: string;
  now: Date;
  /** The caller's address. */
  source: string;
  route?: { id: RouteId; params: Record<string, string> };
  /** Address of the interface for this caller, where it is not the one that systems call; no slash at the end. */
  baseUrl?: string;
  caller?: Caller;
  /** Set on counted requests. */
  rate?: { limit: number; remaining: number; resetSec: number };
  /** A table that was asked ahead for what the route reads first. */
  ahead?: Promise<Table>;
  query: Query;
  /** The body as parsed; undefined when the route takes none. */
  body?: Record<string, unknown>;
}

/** Query parameters: a text when given once, a list when given with brackets or repeatedly. */
export type Query = Record<string, string | string[]>;

/** An API Gateway HTTP API request (payload format 2.0) on its way through the middleware. */
export type ApiEvent = APIGatewayProxyEventV2 & { api: ApiState };

/** Its answer. */
export type ApiResult = APIGatewayProxyStructuredResultV2;

/** A request header by its lower-case name. */
export function header(event: APIGatewayProxyEventV2, name: string): string | undefined {
  for (const [key, value] of Object.entries(event.headers ?? {})) if (key.toLowerCase() === name) return value;
  return undefined;
}

/** On one machine there is no TLS; API Gateway never answers under such a name. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** The address under which customers reach the API, without a slash at the end. Not configured: where they asked. */
export function baseUrlOf(event: APIGatewayProxyEventV2, configured: string): string {
  if (configured) return trimEnd(configured, "/");
  const { domainName } = event.requestContext;
  return `${LOOPBACK.test(domainName) ? "http" : "https"}://${domainName}`;
}
