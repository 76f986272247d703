import { ErrorAnswer } from "../../../core/contracts/error-answer.ts";
import { ERROR_CODES, type ErrorCode } from "../../../core/contracts/error-codes.ts";
import { ROUTES, type RouteId, type RouteRow } from "../../../core/contracts/routes.ts";
import { ERROR_TEXTS } from "../../../core/errors.ts";
import type { Route } from "../route.ts";
import { responseHeaders } from "./headers.ts";

const WITH_KEY: ErrorCode[] = [
  "unauthenticated",
  "ip_not_allowed",
  "account_suspended",
  "key_not_allowed",
  "rate_limited",
];

/** The error answers of a route, by status: those that the middleware gives, and the route's own. */
export function errorResponses(
  id: RouteId,
  definition: Pick<Route["definition"], "query" | "headers" | "body" | "errors">,
) {
  const { query, headers, body, errors = [] } = definition;
  const byStatus = new Map<number, Set<ErrorCode>>();
  const add = (code: ErrorCode, status: number = ERROR_CODES[code][0]) =>
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));

  const { scope, notAfterTrial }: RouteRow = ROUTES[id];
  for (const code of errors) add(code);
  if (scope !== "public") {
    for (const code of WITH_KEY) add(code);
    add("plan_limit", 429); // the month's requests
  }
  if (notAfterTrial) add("plan_limit", 403);
  if (query || headers || body) add("validation_failed");
  if (body) {
    add("bad_request");
  }
  // Every request can get these; the document mentions them where a message is sent and where no key is needed.
  if (body || scope === "public") add("bad_request", 413);
  add("server_error");
  add("unavailable");

  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: [...codes].map((code) => `\`${code}\``).join(", "),
        headers: responseHeaders(id, status),
        content: { "application/json": { schema: ErrorAnswer, examples: examplesOf(codes) } },
      },
    ]),
  );
}

/**
 * The `default` answer of a route that only redirects: a reader who looks for a success learns that every other answer
 * is an error.
 */
export function otherAnswers(id: RouteId, { responses }: Pick<Route["definition"], "responses">) {
  if (Object.keys(responses).some((status) => status.startsWith("2"))) return {};
  return {
    default: {
      description: "Any other answer is an error",
      headers: responseHeaders(id, 500),
      content: { "application/json": { schema: ErrorAnswer } },
    },
  };
}

const examplesOf = (codes: Iterable<ErrorCode>) =>
  Object.fromEntries(
    [...codes].map((code) => {
      const errors = code === "validation_failed" ? { errors: { limit: ["Give a whole number from 1 to 100."] } } : {};
      return [code, { value: { message: ERROR_TEXTS[code], code, ...errors } }];
    }),
  );
