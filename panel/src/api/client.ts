import type { ErrorCode, PanelErrorCode } from "../../../core/contracts/error-codes.ts";

/** A request to the panel's API. `path` is relative to `/panel-api`. */
export interface Ask {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  query?: Record<string, string | number | boolean | readonly string[] | null | undefined>;
  body?: object;
  /** Makes retries count as a single request. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** A page of a list. `next` is the address of the following page, to pass to `askNext`. */
export interface Page<T> {
  data: T[];
  next: string | null;
  meta: Record<string, unknown>;
  /** The time of the request, by this browser's clock. */
  asked_ms: number;
}

/** An error code from the API, or `offline` if there was no response at all. */
export type FailureCode = ErrorCode | PanelErrorCode | "offline";

/** An unsuccessful response. The message comes from the API. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: FailureCode;
  /** The messages for each invalid field, if the status is 422. */
  readonly errors: Record<string, string[]>;
  /** The id that lets the service's operator find the request in the logs. */
  readonly requestId: string | null;
  readonly retryAfterSec: number | null;

  constructor(message: string, about: Pick<ApiFailure, "status" | "code" | "errors" | "requestId" | "retryAfterSec">) {
    super(message);
    this.name = "ApiFailure";
    this.status = about.status;
    this.code = about.code;
    this.errors = about.errors;
    this.requestId = about.requestId;
    this.retryAfterSec = about.retryAfterSec;
  }
}

const BASE = "/panel-api";

/** Sends a request and returns the response's `data`, or undefined for a response without a body. @throws ApiFailure */
export async function ask<T>(request: Ask): Promise<T> {
  const answer = (await send(request)) as { data: T } | undefined; // as the contract of the route says
  return answer?.data as T;
}

/** Fetches the first page of a list. @throws ApiFailure */
export async function askPage<T>(request: Ask): Promise<Page<T>> {
  const asked_ms = Date.now();
  return asPage<T>(await send(request), asked_ms);
}

/** Fetches the page that follows a fetched page. @param next the fetched page's `next`. @throws ApiFailure */
export async function askNext<T>(next: string, signal?: AbortSignal): Promise<Page<T>> {
  const asked_ms = Date.now();
  return asPage<T>(await send({ path: next, ...(signal && { signal }) }), asked_ms);
}

/** Fetches every page of a list that is always short. @throws ApiFailure */
export async function askAll<T>(request: Ask): Promise<T[]> {
  let page = await askPage<T>(request);
  const found = [...page.data];
  while (page.next !== null) {
    page = await askNext<T>(page.next, request.signal);
    found.push(...page.data);
  }
  return found;
}

interface ListAnswer<T> {
  data: T[];
  links?: { next: string | null };
  meta?: Record<string, unknown>;
}

function asPage<T>(answer: unknown, asked_ms: number): Page<T> {
  const { data, links, meta = {} } = answer as ListAnswer<T>; // as the contract of a list says
  return { data, next: links?.next ? belowBase(links.next) : null, meta, asked_ms };
}

/**
 * Returns the path of an absolute address, relative to the API's base. The host is ignored, because requests always go
 * to our own.
 */
function belowBase(address: string): string {
  const { pathname, search } = new URL(address, location.origin);
  return `${pathname.replace(/^.*\/panel-api(?=\/)/, "")}${search}`;
}

async function send({ method = "GET", path, query, body, idempotencyKey, signal }: Ask): Promise<unknown> {
  const response = await fetch(`${BASE}${path}${queryText(query, path.includes("?"))}`, {
    method,
    headers: {
      Accept: "application/json",
      ...(method !== "GET" && { "Content-Type": "application/json" }),
      ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    const about = { status: 0, code: "offline", errors: {}, requestId: null, retryAfterSec: null } as const;
    throw new ApiFailure("", about);
  });
  if (response.status === 204) return undefined;
  const answer: unknown = await response.json().catch(() => undefined);
  // A response that isn't JSON is from a proxy rather than our API.
  if (response.ok && typeof answer === "object" && answer !== null) return answer;
  throw failureOf(response, answer);
}

function failureOf(response: Response, answer: unknown): ApiFailure {
  const told = (answer ?? {}) as { message?: string; code?: FailureCode; errors?: Record<string, string[]> }; // the error shape
  const seconds = Number(response.headers.get("Retry-After"));
  return new ApiFailure(told.message ?? "", {
    status: response.status,
    code: told.code ?? "server_error",
    errors: told.errors ?? {},
    requestId: response.headers.get("X-Request-Id"),
    retryAfterSec: Number.isFinite(seconds) && seconds > 0 ? seconds : null,
  });
}

function queryText(query: Ask["query"], isBegun: boolean): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === null || value === undefined || value === "") continue;
    if (Array.isArray(value)) for (const one of value) search.append(`${name}[]`, one);
    else search.set(name, String(value));
  }
  const text = search.toString();
  return text === "" ? "" : `${isBegun ? "&" : "?"}${text}`;
}
