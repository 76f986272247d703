import type * as z from "zod";
import type { ErrorCode } from "../../core/contracts/error-codes.ts";
import type { PathParams } from "../../core/contracts/ids.ts";
import type { AnswersByRoute } from "../../core/contracts/panel/answers-by-route.ts";
import type { RouteId } from "../../core/contracts/routes.ts";
import { ApiError } from "../../core/errors.ts";
import type { Caller } from "../../core/records/accounts/caller.ts";
import type { Key, Table } from "../../core/store/table.ts";
import type { ApiDeps } from "../own-deps.ts";
import { type ApiEvent, baseUrlOf } from "./api-request.ts";
import { firstAnswer, type Idempotent, KeyHeaders, keyOf } from "./idempotent.ts";
import { ignoredNames } from "./ignored-names.ts";
import type { Reply } from "./reply.ts";
import { fieldErrors, validationError } from "./validate.ts";

/** Everything that a route can know about a request. */
export interface RouteContext {
  caller: Caller;
  deps: ApiDeps;
  now: Date;
  requestId: string;
  /** A table that has already read the items that the route needs first, if the route declared them. */
  ahead: Promise<Table> | undefined;
  /** The caller's IP address. */
  source: string;
  /** The API address that customers use, without a trailing slash. */
  baseUrl: string;
  /** The path parameters, not yet validated. */
  rawParams: Record<string, string>;
  /** Request headers by lower-case name. */
  rawHeaders: Record<string, string | undefined>;
}

/**
 * A possible response, for the OpenAPI document. If `schema` is undefined, the response has no body. `raw` means that
 * the result isn't wrapped in `data`.
 */
export interface RouteResponse<T = unknown> {
  description: string;
  schema?: z.ZodType<T>;
  raw?: boolean;
}

/**
 * The schemas that may describe a route's responses. If the panel calls the route, a schema must match the type that
 * the panel expects, either directly or as the `data` of a list.
 */
export type AnswersOf<Id> = Id extends keyof AnswersByRoute
  ? Record<number, RouteResponse<AnswersByRoute[Id]> | RouteResponse<{ data: AnswersByRoute[Id] }>>
  : Record<number, RouteResponse>;

type Checked<S> = S extends z.ZodType ? z.infer<S> : Record<string, never>;

/**
 * The result of a route's preparation, which is passed to the next steps. Null if the request lacks a field that the
 * preparation needs, in which case validation will reject the request.
 */
export type Prepared<R> = { ready: R } | null;

/** The definition of a route. */
export interface RouteDefinition<P, Q, B, R, Id = string> {
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  /** The responses by status. Errors common to all routes are added to the document automatically. */
  responses: AnswersOf<Id>;
  /** This route's own error codes, thrown by its operation, for the OpenAPI document. */
  errors?: readonly ErrorCode[];
  /**
   * The items that `prepare` reads. They are derived from the unvalidated body, so they can be read while the request
   * is being counted. Null if they can't be determined.
   */
  ahead?: (rawBody: Record<string, unknown>) => Key[] | null;
  /** Runs before validation. The body has been parsed but not validated. */
  prepare?: (request: RouteContext & { rawBody: Record<string, unknown> }) => Promise<Prepared<R>>;
  /** Absent if the route doesn't accept an Idempotency-Key. */
  idempotent?: Idempotent<RouteContext & { ready: R }>;
  /**
   * Handles the request. `idempotencyKey` is null if the request has none. Other requests with the same key may be
   * running at the same time.
   */
  handle: (
    request: RouteContext & CheckedParts<P, Q, B> & { ready: R; idempotencyKey: string | null },
  ) => Promise<Reply> | Reply;
}

/** The parts of a request, parsed by the route's schemas. */
export interface CheckedParts<P, Q, B> {
  params: Checked<P>;
  query: Checked<Q>;
  body: Checked<B>;
}

/** A route, ready for `resource` and for the OpenAPI document. */
export interface Route<Id extends string = RouteId> {
  id: Id;
  definition: Omit<RouteDefinition<z.ZodType, z.ZodType, z.ZodType, unknown>, "prepare" | "handle">;
  run(event: ApiEvent, deps: ApiDeps): Promise<Reply>;
}

/** Creates a route from a row of the route table, its schemas and its handler. */
export function route<
  Id extends RouteId,
  P extends PathParams | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  R = undefined,
>(id: Id, definition: RouteDefinition<P, Q, B, R, Id>): Route {
  const { prepare, idempotent, handle } = definition;
  const schemas = { ...definition, headers: idempotent && KeyHeaders };
  async function run(event: ApiEvent, deps: ApiDeps): Promise<Reply> {
    const context = contextOf(event, deps);
    event.api.ignored = ignoredNames(definition, event.api);
    const idempotencyKey = idempotent ? keyOf(context.rawHeaders) : null;
    const prepared = await prepare?.({ ...context, rawBody: event.api.body ?? {} });
    const ready = prepared?.ready as R; // undefined for a route that prepares nothing
    const first = prepared === null ? null : await firstAnswer(idempotent, { ...context, ready }, idempotencyKey);
    if (first) return first;
    const checked = checkParts(schemas, context, event) as unknown as CheckedParts<P, Q, B>; // by these schemas
    if (prepared === null) throw new Error(`${id} was not prepared, and yet its fields are right.`);
    return handle({ ...context, ...checked, ready, idempotencyKey });
  }
  // The OpenAPI document only needs the schemas' base type.
  return { id, definition: definition as unknown as Route["definition"], run };
}

/**
 * Validates a request's parts against a route's schemas. @throws ApiError `validation_failed`, or a 404 for an ID in
 * the path.
 */
export function checkParts(
  definition: Schemas,
  context: RouteContext,
  { api }: ApiEvent,
): Record<(typeof PARTS)[number], unknown> {
  return check(definition, {
    params: context.rawParams,
    query: api.query,
    headers: context.rawHeaders,
    body: api.body ?? {},
  }) as Record<(typeof PARTS)[number], unknown>; // each part was set
}

const PARTS = ["params", "query", "headers", "body"] as const;
type Schemas = Partial<Record<(typeof PARTS)[number], z.ZodType | undefined>>;

/**
 * Validates all parts before rejecting the request, so customers see all invalid fields in one response. If the path
 * contains an id that can't exist, the request fails with the 404 for that id.
 * @throws ApiError `validation_failed`, or the 404 for an id in the path.
 */
function check(definition: Schemas, given: Record<string, unknown>) {
  const checked: Record<string, unknown> = {};
  const issues: z.core.$ZodIssue[] = [];
  let missing: ErrorCode | undefined;
  for (const part of PARTS) {
    const parsed = definition[part]?.safeParse(given[part]);
    // The schemas' type guarantees that their messages are error codes.
    if (parsed?.success === false && part === "params") missing = parsed.error.issues[0]?.message as ErrorCode;
    else if (parsed?.success === false) issues.push(...parsed.error.issues);
    checked[part] = parsed?.data ?? {};
  }
  if (issues.length > 0) throw validationError(fieldErrors(issues));
  if (missing !== undefined) throw new ApiError(missing);
  return checked;
}

/** Collects the information about a request that routes can use. */
export function contextOf(event: ApiEvent, deps: ApiDeps): RouteContext {
  const { api } = event;
  return {
    caller: api.caller ?? NOBODY,
    deps,
    now: api.now,
    requestId: api.requestId,
    source: api.source,
    ahead: api.ahead,
    baseUrl: api.baseUrl ?? baseUrlOf(event, deps.env.BASE_URL),
    rawParams: api.route?.params ?? {},
    rawHeaders: Object.fromEntries(Object.entries(event.headers ?? {}).map(([k, v]) => [k.toLowerCase(), v])),
  };
}

/** The caller on a public route. It has no account, so lookups on its behalf find nothing. */
const NOBODY: Caller = {
  account_id: "",
  key_id: null,
  user_id: null,
  role: null,
  kind: "read",
  instance_id: null,
  mcp: null,
  plan: "trial",
  trial_ended: true,
};
