import {
  type ListedModel,
  NO_USAGE,
  type ProviderFailure,
  type ProviderOutcome,
  type ProviderReply,
  type ProviderUsage,
} from "./provider-outcome.ts";
import { fieldsOf, objectsOf, textOf, tokensOf } from "./reply-fields.ts";
import { retryAfterSec } from "./retry-after.ts";

/**
 * Error codes and types for billing problems. They have the same status (429) as rate limits, which go away on their
 * own.
 */
const NO_CREDIT = new Set([
  "insufficient_quota",
  "credit_balance_exhausted",
  "organization_spend_limit_exceeded",
  "project_spend_limit_exceeded",
  "organization_usage_limit_exceeded",
  "billing_not_active",
  "billing_hard_limit_reached",
]);

/** Error codes of requests that were accepted but then failed. Trying again might succeed. */
const PASSING_CODES = new Set(["server_error", "vector_store_timeout"]);

/** Interprets the response to POST /v1/responses by its code, then its type, then its status. */
export function openaiOutcome(reply: ProviderReply, now: Date): ProviderOutcome {
  if (reply.status !== 200) return openaiFailure(reply, now);
  const { status, output, error, incomplete_details, usage } = fieldsOf(reply.body);
  const used = usageOf(usage);
  const parts = objectsOf(output).flatMap(({ content }) => objectsOf(content));
  switch (status) {
    case "completed":
    case "incomplete": {
      const isFiltered = fieldsOf(incomplete_details).reason === "content_filter";
      if (isFiltered || parts.some(({ type }) => type === "refusal")) return { kind: "refused", usage: used };
      const text = parts.map((part) => (part.type === "output_text" ? textOf(part.text) : "")).join("");
      return { kind: "answered", text, is_cut: status === "incomplete", usage: used };
    }
    case "failed": {
      const { code } = fieldsOf(error);
      if (code === "rate_limit_exceeded") return { kind: "rate_limited", retry_after_sec: retryAfterSec(reply, now) };
      if (NO_CREDIT.has(textOf(code))) return { kind: "broken", state_reason: "no_credit" };
      return PASSING_CODES.has(textOf(code)) ? { kind: "unavailable" } : { kind: "refused", usage: used };
    }
    default:
      return { kind: "unavailable" }; // not a response from the provider
  }
}

/** Interprets a response with a status other than 200. */
export function openaiFailure(reply: ProviderReply, now: Date): ProviderFailure {
  const { status } = reply;
  const { code, type } = fieldsOf(fieldsOf(reply.body).error);
  if (NO_CREDIT.has(textOf(code)) || NO_CREDIT.has(textOf(type))) return { kind: "broken", state_reason: "no_credit" };
  if (status === 404 || code === "model_not_found") return { kind: "broken", state_reason: "model_gone" };
  if (status === 401 || status === 403) return { kind: "broken", state_reason: "bad_key" };
  if (status === 429) return { kind: "rate_limited", retry_after_sec: retryAfterSec(reply, now) };
  const isPassing = status === 408 || status === 409 || status < 400 || status >= 500;
  return isPassing ? { kind: "unavailable" } : { kind: "refused", usage: NO_USAGE };
}

/** Returns the models in a response from GET /v1/models, or null if the response isn't in the provider's format. */
export function openaiModels(body: unknown): ListedModel[] | null {
  const { object, data } = fieldsOf(body);
  if (object !== "list") return null;
  return objectsOf(data).flatMap(({ id, shutdown_date }) =>
    textOf(id) === "" ? [] : [{ id: textOf(id), goes_at: textOf(shutdown_date) || null }],
  );
}

function usageOf(usage: unknown): ProviderUsage {
  const { input_tokens, output_tokens } = fieldsOf(usage);
  return { input_tokens: tokensOf(input_tokens), output_tokens: tokensOf(output_tokens) };
}
