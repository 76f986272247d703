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
import type { Reply } from "./reply.ts";
import { fieldErrors, validationError } from "./validate.ts";

/** Everything a route gets to know about a request. */
export interface RouteContext {
  caller: Caller;
  deps: ApiDeps;
  now: Date;
  requestId: string;
  /** A table that has read what the route asks for first, if it named that. */
  ahead: Promise<Table> | undefined;
  /** The caller's address. */
  source: string;
  /** Customers' address of the API, without a slash at the end. */
  baseUrl: string;
  /** Parameters of the path, unchecked. */
  rawParams: Record<string, string>;
  /** Request headers by lower-case name. */
  rawHeaders: Record<string, string | undefined>;
}

/** One possible answer, for the OpenAPI document. `schema` undefined: no body. `raw`: not under `data`. */
export interface RouteResponse<T = unknown> {
  description: string;
  schema?: z.ZodType<T>;
  raw?: boolean;
}

/**
 * The schemas that may describe the answers of a route: where the panel asks it, only those of what the panel takes it
 * for, alone or as the `data` of a list.
 */
export type AnswersOf<Id> = Id extends keyof AnswersByRoute
  ? Record<number, RouteResponse<AnswersByRoute[Id]> | RouteResponse<{ data: AnswersByRoute[Id] }>>
  : Record<number, RouteResponse>;

type Checked<S> = S extends z.ZodType ? z.infer<S> : Record<string, never>;

/**
 * Result of a route's preparation: the value that its next steps are given. null: the request lacks a field that the
 * preparation needs, so its schemas refuse it.
 */
export type Prepared<R> = { ready: R } | null;

/** Definition of a route. */
export interface RouteDefinition<P, Q, B, R, Id = string> {
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  /** By status. The errors that every route can give are added to the document automatically. */
  responses: AnswersOf<Id>;
  /** Codes of the errors that are this route's own, for the document: what an operation of it throws. */
  errors?: readonly ErrorCode[];
  /**
   * The items that `prepare` reads, by the unchecked body, so that they are read while the request is counted; null:
   * they can't be known.
   */
  ahead?: (rawBody: Record<string, unknown>) => Key[] | null;
  /** Runs before anything is validated, with the parsed but unchecked body. */
  prepare?: (request: RouteContext & { rawBody: Record<string, unknown> }) => Promise<Prepared<R>>;
  /** Left out: the route takes no Idempotency-Key. */
  idempotent?: Idempotent<RouteContext & { ready: R }>;
  /** `idempotencyKey`: null when the request has none. Another one with the same key may be running at this moment. */
  handle: (
    request: RouteContext & CheckedParts<P, Q, B> & { ready: R; idempotencyKey: string | null },
  ) => Promise<Reply> | Reply;
}

/** A request's parts as a route's schemas gave them back. */
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

/** Makes a route of a row of the route table, its schemas and its one step. */
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
    const idempotencyKey = idempotent ? keyOf(context.rawHeaders) : null;
    const prepared = await prepare?.({ ...context, rawBody: event.api.body ?? {} });
    const ready = prepared?.ready as R; // undefined for a route that prepares nothing
    const first = prepared === null ? null : await firstAnswer(idempotent, { ...context, ready }, idempotencyKey);
    if (first) return first;
    const checked = checkParts(schemas, context, event) as unknown as CheckedParts<P, Q, B>; // by these schemas
    if (prepared === null) throw new Error(`${id} was not prepared, and yet its fields are right.`);
    return handle({ ...context, ...checked, ready, idempotencyKey });
  }
  // The document needs the schemas only as schemas.
  return { id, definition: definition as unknown as Route["definition"], run };
}

/** Checks a request's parts by a route's schemas. @throws ApiError `validation_failed`, or the 404 of a path's id. */
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
 * Checks all parts before it refuses any, so that a customer sees every wrong field at once. A path whose id can't
 * exist is then answered with its 404.
 * @throws ApiError `validation_failed`, or the 404 of a path's id.
 */
function check(definition: Schemas, given: Record<string, unknown>) {
  const checked: Record<string, unknown> = {};
  const issues: z.core.$ZodIssue[] = [];
  let missing: ErrorCode | undefined;
  for (const part of PARTS) {
    const parsed = definition[part]?.safeParse(given[part]);
    // By their type, the messages of these schemas are error codes.
    if (parsed?.success === false && part === "params") missing = parsed.error.issues[0]?.message as ErrorCode;
    else if (parsed?.success === false) issues.push(...parsed.error.issues);
    checked[part] = parsed?.data ?? {};
  }
  if (issues.length > 0) throw validationError(fieldErrors(issues));
  if (missing !== undefined) throw new ApiError(missing);
  return checked;
}

/** Everything a route gets to know about this request. */
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

/** The caller of a public route, who has no account and so finds nothing. */
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
