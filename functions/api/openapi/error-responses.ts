import { ErrorAnswer } from "../../../core/contracts/error-answer.ts";
import { ERROR_CODES, type ErrorCode } from "../../../core/contracts/error-codes.ts";
import { ROUTES, type RouteId } from "../../../core/contracts/routes.ts";
import type { Route } from "../route.ts";

const WITH_KEY: ErrorCode[] = [
  "unauthenticated",
  "ip_not_allowed",
  "account_suspended",
  "key_not_allowed",
  "rate_limited",
];

/** The error answers of a route, by status: those that the middleware gives, and the route's own. */
export function errorResponses(id: RouteId, { query, headers, body, errors = [] }: Route["definition"]) {
  const codes = new Set<ErrorCode>(errors);
  if (ROUTES[id].scope !== "public") for (const code of WITH_KEY) codes.add(code);
  if (query || headers || body) codes.add("validation_failed");
  if (body) codes.add("bad_request");
  codes.add("server_error").add("unavailable");

  const byStatus = new Map<string, ErrorCode[]>();
  const add = (status: number, code: ErrorCode) =>
    byStatus.set(String(status), [...(byStatus.get(String(status)) ?? []), code]);
  for (const code of codes) add(ERROR_CODES[code][0], code);
  if (body) add(413, "bad_request");
  return Object.fromEntries(
    [...byStatus].map(([status, all]) => [
      status,
      {
        description: all.map((code) => `\`${code}\``).join(", "),
        content: { "application/json": { schema: ErrorAnswer } },
      },
    ]),
  );
}
