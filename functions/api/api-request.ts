import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { RouteId } from "../../core/contracts/routes.ts";
import { trimEnd } from "../../core/domain/trim-end.ts";
import type { Caller } from "../../core/records/accounts/caller.ts";
import type { Table } from "../../core/store/table.ts";

/** The state of one request; each middleware adds what it has determined. */
export interface ApiState {
  requestId: string;
  now: Date;
  /** The caller's address. */
  source: string;
  route?: { id: RouteId; params: Record<string, string> };
  /** Base address of the API for this caller, if it differs from the one that systems use; no trailing slash. */
  baseUrl?: string;
  caller?: Caller;
  /** Set on counted requests. */
  rate?: { limit: number; remaining: number; resetSec: number };
  /** A table that was queried ahead for what the route reads first. */
  ahead?: Promise<Table>;
  query: Query;
  /** Parameters and fields that the route doesn't have, for the header. */
  ignored?: readonly string[];
  /** The parsed body; undefined if the route takes none. */
  body?: Record<string, unknown>;
}

/** Query parameters: a string if given once, a list if given with brackets or repeatedly. */
export type Query = Record<string, string | string[]>;

/** An API Gateway HTTP API request (payload format 2.0) on its way through the middleware. */
export type ApiEvent = APIGatewayProxyEventV2 & { api: ApiState };

/** Its response. */
export type ApiResult = APIGatewayProxyStructuredResultV2;

/** A request header by its lower-case name. */
export function header(event: APIGatewayProxyEventV2, name: string): string | undefined {
  for (const [key, value] of Object.entries(event.headers ?? {})) if (key.toLowerCase() === name) return value;
  return undefined;
}

/** One machine has no TLS; API Gateway never answers under such a name. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * The address at which customers reach the API, without a trailing slash. If it is not configured, the address of the
 * request.
 */
export function baseUrlOf(event: APIGatewayProxyEventV2, configured: string): string {
  if (configured) return trimEnd(configured, "/");
  const { domainName } = event.requestContext;
  return `${LOOPBACK.test(domainName) ? "http" : "https"}://${domainName}`;
}
