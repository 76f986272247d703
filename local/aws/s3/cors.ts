import type { IncomingHttpHeaders } from "node:http";
import { AwsError } from "../service/aws-error.ts";
import { malformed } from "./read-body.ts";
import type { CorsRule } from "./store.ts";
import { elements, textOf } from "./xml.ts";

const MOST_RULES = 100;
const METHODS = ["GET", "PUT", "POST", "DELETE", "HEAD"];

/**
 * Parses a bucket's CORS rules. @throws AwsError if the document contains no rule, or contains a pattern, which isn't
 * emulated.
 */
export function corsRules(document: string): CorsRule[] {
  const rules = elements(document, "CORSRule").map((rule): CorsRule => {
    const maxAge = textOf(rule, "MaxAgeSeconds");
    return {
      origins: texts(rule, "AllowedOrigin"),
      methods: texts(rule, "AllowedMethod"),
      headers: texts(rule, "AllowedHeader").map((name) => name.toLowerCase()),
      maxAgeSec: maxAge === undefined ? null : Number(maxAge),
    };
  });
  if (rules.some(({ origins, methods }) => origins.length === 0 || methods.length === 0) || rules.length === 0)
    throw malformed();
  if (rules.length > MOST_RULES)
    throw new AwsError(
      "InvalidRequest",
      `The number of CORS rules should not exceed allowed limit of ${MOST_RULES} rules.`,
    );
  const [other] = rules.flatMap(({ methods }) => methods).filter((method) => !METHODS.includes(method));
  if (other !== undefined) {
    const message = `Found unsupported HTTP method in CORS config. Unsupported method is ${other}`;
    throw new AwsError("InvalidRequest", message);
  }
  if (rules.some(({ origins }) => origins.some((origin) => origin.includes("*"))))
    throw new AwsError("NotImplemented", "Origins with * are not emulated here.", { status: 501 });
  return rules;
}

const texts = (rule: string, name: string): string[] => elements(rule, name).map((one) => one.trim());

/**
 * Returns a response's CORS headers, from the bucket's first rule for the page's origin and the method, or none if no
 * rule matches.
 */
export function corsHeaders(
  rules: readonly CorsRule[] | undefined,
  { origin, method, asked }: { origin: string | undefined; method: string; asked: readonly string[] },
): Record<string, string> | null {
  const isAllowed = ({ origins, methods, headers }: CorsRule) =>
    origin !== undefined &&
    origins.includes(origin) &&
    methods.includes(method) &&
    asked.every((name) => headers.includes("*") || headers.includes(name));
  const rule = rules?.find(isAllowed);
  if (!rule || origin === undefined) return null;
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-methods": rule.methods.join(", "),
    "access-control-allow-credentials": "true",
    vary: "Origin, Access-Control-Request-Headers, Access-Control-Request-Method",
    ...(asked.length > 0 && { "access-control-allow-headers": asked.join(", ") }),
    ...(rule.maxAgeSec !== null && { "access-control-max-age": String(rule.maxAgeSec) }),
  };
}

/**
 * Returns the headers for a browser's preflight request. @throws AwsError AccessForbidden.
 * @param rules the bucket's rules, or undefined if it has none.
 */
export function preflight(
  rules: readonly CorsRule[] | undefined,
  headers: IncomingHttpHeaders,
): Record<string, string> {
  const asked = (one(headers["access-control-request-headers"]) ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");
  const method = one(headers["access-control-request-method"]) ?? "";
  const given = corsHeaders(rules, { origin: headers.origin, method, asked });
  if (given) return given;
  const message = "CORSResponse: This CORS request is not allowed. Origin, method or headers are in no rule.";
  throw new AwsError("AccessForbidden", message, { status: 403 });
}

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(",") : header);
