import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { ErrorAnswer } from "../../../core/contracts/error-answer.ts";
import { ERROR_CODES } from "../../../core/contracts/error-codes.ts";
import type { RouteId } from "../../../core/contracts/routes.ts";
import { matchRoute } from "../../../functions/api/all-routes.ts";
import type { Described } from "./described-requests.ts";
import type { LoadedApi } from "./every-route.ts";
import type { FuzzAnswer } from "./fuzz-world.ts";

/** The requirements against which every route's responses are checked. */
export interface Description {
  api: LoadedApi;
  operations: Map<RouteId, Described>;
}

/**
 * Returns every deviation of a response from the description, or an empty list.
 * @param path as sent, or with placeholders instead of ids.
 */
export function faultsOf(
  { api, operations }: Description,
  asked: { method: string; path: string },
  answer: FuzzAnswer,
): string[] {
  const match = matchRoute(asked.method, asked.path);
  const faults = [...answer.logged, ...headerFaults(answer), ...bodyFaults(answer)];
  if (match.kind !== "found") {
    const expected = match.kind === "unknown" ? 404 : 405;
    if (answer.status !== expected) faults.push(`The path is answered with ${answer.status}, not ${expected}.`);
    if (expected === 405 && !answer.headers.Allow) faults.push("A 405 has no Allow.");
    return faults;
  }
  const operation = operations.get(match.id);
  const codes = operation?.answers.get(answer.status);
  if (codes === undefined) return [...faults, `${match.id} answers ${answer.status}, which is not described.`];
  const route = api.routes.get(match.id);
  if (answer.status >= 400) {
    const code = String(parsed(answer)?.code);
    if (!codes.has(code)) faults.push(`${match.id}: ${answer.status} ${code} is not described.`);
    const own: readonly string[] = route?.definition.errors ?? [];
    if (answer.status >= 500 && !own.includes(code)) faults.push(`${match.id} answers ${answer.status} ${code}.`);
    return faults;
  }
  const { schema, raw } = route?.definition.responses[answer.status] ?? {};
  if (!schema) return answer.text === undefined ? faults : [...faults, "An answer without a schema has a body."];
  return [...faults, ...schemaFaults(raw ? schema : z.object({ data: schema }), parsed(answer))];
}

/** The schema drops fields that it doesn't define, so the parsed result must equal the body that was sent. */
function schemaFaults(schema: z.ZodType, body: unknown): string[] {
  const read = schema.safeParse(body);
  if (!read.success) return [`The answer is not as described: ${z.prettifyError(read.error)}`];
  return isDeepStrictEqual(read.data, body)
    ? []
    : [`The answer has what is not described:\n${JSON.stringify(body)}\n${JSON.stringify(read.data)}`];
}

function bodyFaults(answer: FuzzAnswer): string[] {
  const { status, text } = answer;
  if (status === 204 || status === 302) return text === undefined ? [] : [`A ${status} has a body.`];
  const body = parsed(answer);
  if (body === null) return ["The body is no JSON object."];
  if (!isWellFormed(body)) return ["The body is not well-formed Unicode."];
  if (status < 400) return [];
  const faults = schemaFaults(ErrorAnswer, body);
  const { code, errors, message } = body as Partial<z.infer<typeof ErrorAnswer>>;
  const statuses: readonly number[] = ERROR_CODES[code ?? "server_error"] ?? [];
  if (!statuses.includes(status)) faults.push(`${code} does not come with ${status}.`);
  if ((status === 422 && code === "validation_failed") !== (errors !== undefined)) faults.push(`errors with ${status}`);
  if (!/^\S.*\.$/s.test(message ?? "")) faults.push(`"${message}" is no sentence.`);
  const said = Object.values(errors ?? {}).flat();
  if (status === 422 && errors && !said.includes(message ?? "")) faults.push(`"${message}" is not what errors say.`);
  for (const [field, sentences] of Object.entries(errors ?? {})) {
    if (sentences.length === 0) faults.push(`${field} has no sentence.`);
    for (const one of sentences) if (!/^[A-Z].*\.$/s.test(one)) faults.push(`${field}: "${one}" is no sentence.`);
  }
  return faults;
}

/** JSON encodes half a surrogate pair as an escape, so this checks the parsed strings. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, inner]) => name.isWellFormed() && isWellFormed(inner));
}

const UNCOUNTED_CODES = new Set(["unauthenticated", "ip_not_allowed", "account_suspended"]);

function headerFaults(answer: FuzzAnswer): string[] {
  const { status, headers } = answer;
  const faults: string[] = [];
  try {
    new Headers(headers);
  } catch (error) {
    faults.push(`The headers can't be sent: ${error}`);
  }
  const need = (name: string, pattern: RegExp) => {
    if (!pattern.test(headers[name] ?? "")) faults.push(`${status} has the ${name} "${headers[name]}".`);
  };
  need("X-Request-Id", /^\S+$/);
  need("Cache-Control", /^(no-store|public, max-age=\d+)$/);
  if (status === 302) need("Location", /^https:\/\/\S+$/);
  else if (status !== 204) need("Content-Type", /^application\/json$/);
  if (status === 401) need("WWW-Authenticate", /^Bearer$/);
  if (status === 429 || status === 503) need("Retry-After", /^[1-9]\d*$/);
  const code = status < 400 ? "" : String(parsed(answer)?.code);
  const isCounted = headers["RateLimit-Limit"] !== undefined;
  if (UNCOUNTED_CODES.has(code) && isCounted) faults.push(`${code} was counted.`);
  if (isCounted) {
    need("RateLimit-Limit", /^(60|600)$/);
    need("RateLimit-Remaining", /^\d+$/);
    need("RateLimit-Reset", /^\d+$/);
  }
  return faults;
}

function parsed({ text }: FuzzAnswer): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text ?? "");
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
