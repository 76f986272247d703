import type { MiddlewareObj } from "@middy/core";
import { ApiError } from "../../../core/errors.ts";
import { isStorageFull } from "../../../core/storage-full.ts";
import type { ApiDeps } from "../../own-deps.ts";
import type { ApiEvent, ApiResult, ApiState } from "../api-request.ts";
import { FailingRoutes } from "../failing-routes.ts";
import { IGNORED } from "../ignored-names.ts";
import { parseQuery } from "../parse-query.ts";

const REQUEST_ID = /^[\w.=-]{1,128}$/;

/**
 * The outermost middleware: creates the request's state, adds the common headers to every response, and converts every
 * error to the specified format. Spec: Errors.
 */
export function presentError(deps: () => ApiDeps): MiddlewareObj<ApiEvent, ApiResult> {
  const routes = new FailingRoutes();
  return {
    before({ event }) {
      const { clock, ids } = deps();
      const now = clock.now();
      const given = event.requestContext.requestId;
      const requestId = REQUEST_ID.test(given ?? "") ? given : ids.next("req", now);
      const source = event.requestContext.http.sourceIp;
      event.api = { requestId, now, source, query: parseQuery(event.rawQueryString ?? "") };
    },
    after(request) {
      const { response, event } = request;
      routes.answered(routeOf(event.api));
      if (response) response.headers = { ...response.headers, ...commonHeaders(event.api) };
    },
    onError(request) {
      const { event, error } = request;
      // Without its environment variables, the function can't even set up the request. In that case, it fails, and the
      // log states the reason.
      if (!event.api) return;
      const known = asApiError(error);
      // An ApiError, such as the 503 for a QR code that doesn't exist yet, is a regular response rather than a failure,
      // so it isn't logged.
      if (error !== known) {
        const fields = { request_id: event.api.requestId, route: event.api.route?.id, err: error };
        deps().log.error(
          { ...fields, ...routes.unanswered(routeOf(event.api), known.code) },
          "A request could not be answered.",
        );
      }
      request.response = errorResult(known, event.api);
    },
  };
}

/** Returns the id of a request's route. Panel routes and unknown paths all share an empty id. */
const routeOf = ({ route }: ApiState) => route?.id ?? "";

function errorResult(error: ApiError, state: ApiState): ApiResult {
  const { message, code, errors, attemptsLeft: attempts_left } = error;
  return {
    statusCode: error.status,
    headers: {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
      ...error.headers,
      ...(error.retryAfterSec !== undefined && { "Retry-After": String(Math.max(1, Math.ceil(error.retryAfterSec))) }),
      ...commonHeaders(state),
    },
    body: JSON.stringify({
      message,
      code,
      ...(errors && { errors }),
      ...(attempts_left !== undefined && { attempts_left }),
    }),
  };
}

function commonHeaders(state: ApiState): Record<string, string> {
  return {
    "X-Request-Id": state.requestId,
    ...(state.rate && {
      "RateLimit-Limit": String(state.rate.limit),
      "RateLimit-Remaining": String(state.rate.remaining),
      "RateLimit-Reset": String(state.rate.resetSec),
    }),
    ...(state.ignored && state.ignored.length > 0 && { [IGNORED]: state.ignored.join(", ") }),
  };
}

/**
 * Converts any error to an ApiError: `unavailable` if the table or the vault can't serve requests at the moment,
 * otherwise `server_error`.
 */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isStorageFull(error)) return new ApiError("unavailable", { message: DISK_FULL, retryAfterSec: 30 });
  if (isPassing(error)) return new ApiError("unavailable", { retryAfterSec: 1 });
  return new ApiError("server_error");
}

/** The message for customers of a gateway on a single machine, who can't free up its disk themselves. */
const DISK_FULL =
  "The gateway's disk is full, so it can't accept new requests. Everything it has already accepted is safe. Notify the operator, and try again once there is space.";

const PASSING =
  /Throttl|ThroughputExceeded|RequestLimitExceeded|TransactionCanceled|TransactionConflict|TooLate|Timeout|LimitExceeded/;

function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const server = "$fault" in error && error.$fault === "server"; // set by the AWS SDK
  const code = "code" in error ? String(error.code) : "";
  return server || PASSING.test(error.name) || code === "ECONNREFUSED" || code === "ECONNRESET";
}
