import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { RouteRow } from "../../core/contracts/route-tables.ts";
import type { RouteId } from "../../core/contracts/routes.ts";
import { trimEnd } from "../../core/domain/trim-end.ts";
import type { Caller } from "../../core/records/accounts/caller.ts";
import type { Table } from "../../core/store/table.ts";

/** The state of a request. Each middleware adds the values it determines. */
export interface ApiState {
  requestId: string;
  now: Date;
  /** The caller's IP address. */
  source: string;
  route?: { id: RouteId; row: RouteRow; params: Record<string, string> };
  /**
   * The base address of the API as this caller sees it, if it differs from the one used by customers' systems. No
   * trailing slash.
   */
  baseUrl?: string;
  caller?: Caller;
  /** Set on requests that count toward the rate limit. */
  rate?: { limit: number; remaining: number; resetSec: number };
  /** A table that has already started on the route's first reads. */
  ahead?: Promise<Table>;
  query: Query;
  /**
   * The names of parameters and fields in the request that the route doesn't support. They are listed in a response
   * header.
   */
  ignored?: readonly string[];
  /** The parsed body, or undefined if the route doesn't accept one. */
  body?: Record<string, unknown>;
}

/**
 * Query parameters: a string for a parameter that occurs once, or a list for a parameter that is repeated or written
 * with brackets.
 */
export type Query = Record<string, string | string[]>;

/** An API Gateway HTTP API request (payload format 2.0) on its way through the middleware. */
export type ApiEvent = APIGatewayProxyEventV2 & { api: ApiState };

/** The response to an `ApiEvent`. */
export type ApiResult = APIGatewayProxyStructuredResultV2;

/** Returns the value of a request header, looked up by its lower-case name. */
export function header(event: APIGatewayProxyEventV2, name: string): string | undefined {
  for (const [key, value] of Object.entries(event.headers ?? {})) if (key.toLowerCase() === name) return value;
  return undefined;
}

/** Matches the host of a gateway on a single machine, which has no TLS. API Gateway never uses such a host name. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Returns the address at which customers reach the API, without a trailing slash. Defaults to the request's own address
 * if none is configured.
 */
export function baseUrlOf(event: APIGatewayProxyEventV2, configured: string): string {
  if (configured) return trimEnd(configured, "/");
  const { domainName } = event.requestContext;
  return `${LOOPBACK.test(domainName) ? "http" : "https"}://${domainName}`;
}
