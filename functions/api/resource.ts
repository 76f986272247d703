import middy from "@middy/core";
import type { Context } from "aws-lambda";
import type { RouteId } from "../../core/contracts/routes.ts";
import { ApiError } from "../../core/errors.ts";
import type { ApiDeps } from "../own-deps.ts";
import type { ApiEvent, ApiResult } from "./api-request.ts";
import { authenticate } from "./middleware/authenticate.ts";
import { authorize } from "./middleware/authorize.ts";
import { beginReading } from "./middleware/begin-reading.ts";
import { findRoute, type OwnRows } from "./middleware/find-route.ts";
import { findSource } from "./middleware/find-source.ts";
import { parseRequest } from "./middleware/parse-request.ts";
import { presentError } from "./middleware/present-error.ts";
import { rateLimit } from "./middleware/rate-limit.ts";
import type { Reply } from "./reply.ts";
import type { Route } from "./route.ts";
import { writeActivity } from "./write-activity.ts";

/** The time reserved at the end of the function's timeout for sending an error response in our own format. */
export const TIME_FOR_LAST_ANSWER_MS = 500;

/**
 * Creates the Lambda handler for a resource's routes: API Gateway HTTP API, payload format 2.0. Requests are rejected
 * in this order: 404 for bypassing the front, 404 and 405 by the route table, 401, 403 for the key and the account,
 * 429, 403 by the route, the body, the fields. Spec: Authentication; Errors.
 * @param rows the resource's rows of the route table. @param deps the dependencies that the function may use.
 */
export function resource(rows: OwnRows, routes: readonly Route[], deps: () => ApiDeps) {
  const byId = new Map(routes.map((one) => [one.id, one]));
  const handler = async (event: ApiEvent, _context: Context): Promise<ApiResult> => {
    const found = byId.get(event.api.route?.id as RouteId); // undefined is not in the map
    if (!found) throw new ApiError("not_found");
    const reply = await found.run(event, deps());
    await writeActivity(deps(), { api: event.api, body: found.definition.body }, reply);
    return asResult(reply);
  };
  return middy<ApiEvent, ApiResult>(handler, { timeoutEarlyInMillis: TIME_FOR_LAST_ANSWER_MS })
    .use(presentError(deps))
    .use(findSource(deps))
    .use(findRoute(rows, (id) => byId.has(id)))
    .use(authenticate(deps))
    .use(beginReading(deps, (id) => byId.get(id)))
    .use(rateLimit(deps))
    .use(authorize())
    .use(parseRequest((id) => byId.get(id)?.definition.body !== undefined));
}

/** Converts a response to the form that API Gateway expects. */
export function asResult({ status, body, text, bytes, headers }: Reply): ApiResult {
  const json = text ?? bytes?.toString("base64") ?? (body === undefined ? undefined : JSON.stringify(body));
  return {
    statusCode: status,
    headers: {
      ...(json !== undefined && { "Content-Type": "application/json" }),
      "Cache-Control": "no-store",
      ...headers,
    },
    ...(json !== undefined && { body: json }),
    ...(bytes && { isBase64Encoded: true }),
  };
}
