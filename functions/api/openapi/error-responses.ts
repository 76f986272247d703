import type { ZodOpenApiResponseObject } from "zod-openapi";
import { ErrorAnswer } from "../../../core/contracts/error-answer.ts";
import { ERROR_CODES, type ErrorCode } from "../../../core/contracts/error-codes.ts";
import type { RouteRow } from "../../../core/contracts/route-tables.ts";
import { ROUTES, type RouteId } from "../../../core/contracts/routes.ts";
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

/** The usual error codes for each status. They are left out of the response's name. */
const USUAL: Partial<Record<number, ErrorCode[]>> = {
  400: ["bad_request"],
  401: ["unauthenticated"],
  403: ["ip_not_allowed", "account_suspended", "key_not_allowed"],
  413: ["bad_request"],
  422: ["validation_failed"],
  429: ["rate_limited", "plan_limit"],
  500: ["server_error"],
  503: ["unavailable"],
};

/** The error responses in the document so far, by component name. There is one object per name. */
export type NamedAnswers = Map<string, ZodOpenApiResponseObject>;

/**
 * Returns a route's error responses by status, both those from the middleware and its own. Routes with the same codes
 * share a response, which is stored in `named`.
 */
export function errorResponses(
  id: RouteId,
  definition: Pick<Route["definition"], "query" | "idempotent" | "body" | "errors">,
  named: NamedAnswers,
) {
  const { query, idempotent, body, errors = [] } = definition;
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
  if (query || idempotent || body) add("validation_failed");
  if (body) {
    add("bad_request");
  }
  // Every request can fail with these errors. The document lists them only for routes that send a body and for routes
  // that need no key.
  if (body || scope === "public") add("bad_request", 413);
  add("server_error");
  add("unavailable");

  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      sharedAnswer(status, inOrder(codes), scope === "public", id, named),
    ]),
  );
}

/** Sorts codes in the order of the error table, which lists general codes before specific ones. */
const inOrder = (codes: Set<ErrorCode>) => (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => codes.has(code));

function sharedAnswer(status: number, codes: ErrorCode[], isPublic: boolean, id: RouteId, named: NamedAnswers) {
  const special = codes.filter((code) => !USUAL[status]?.includes(code));
  // A public route's response has fewer headers, because there is no key whose limits they could report.
  const name = `Error${status}${isPublic ? "WithoutKey" : ""}${special.map(pascal).join("")}`;
  const known = named.get(name);
  if (known) return known;
  const answer: ZodOpenApiResponseObject = {
    id: name,
    description: codes.map((code) => `\`${code}\``).join(", "),
    headers: responseHeaders(id, status),
    content: { "application/json": { schema: ErrorAnswer, examples: examplesOf(codes) } },
  };
  named.set(name, answer);
  return answer;
}

const pascal = (code: string) => code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * The `default` response of a route that only redirects. It shows readers looking for a successful response that every
 * other response is an error.
 */
export function otherAnswers(id: RouteId, { responses }: Pick<Route["definition"], "responses">) {
  if (Object.keys(responses).some((status) => status.startsWith("2"))) return {};
  return {
    default: {
      description: "Any other response is an error",
      headers: responseHeaders(id, 500),
      content: { "application/json": { schema: ErrorAnswer } },
    },
  };
}

const examplesOf = (codes: Iterable<ErrorCode>) =>
  Object.fromEntries(
    [...codes].map((code) => {
      const errors = code === "validation_failed" ? { errors: { limit: ["Use a whole number from 1 to 100."] } } : {};
      return [code, { value: { message: ERROR_TEXTS[code], code, ...errors } }];
    }),
  );
