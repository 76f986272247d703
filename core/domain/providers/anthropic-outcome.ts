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
 * Matches billing codes, which take precedence over any status: `enforced_spend_limit_reached`,
 * `linked_organization_billing_…`.
 */
const NO_CREDIT_CODE = /^(?:enforced|contract|linked_organization)_|spend_limit|billing/;

/** Matches the message of a 400 response when the credit is used up. Needed because this error has no code. */
const NO_CREDIT_MESSAGE = /credit balance|spend limit/i;

/** The stop reasons of usable answers. */
const ENDINGS = new Set(["end_turn", "stop_sequence", "max_tokens", "model_context_window_exceeded", "refusal"]);

/** Interprets the response to POST /v1/messages by its code, then its type, then its status. */
export function anthropicOutcome(reply: ProviderReply, now: Date): ProviderOutcome {
  if (reply.status !== 200) return anthropicFailure(reply, now);
  const { type, content, stop_reason, usage } = fieldsOf(reply.body);
  const reason = textOf(stop_reason);
  if (type !== "message" || !ENDINGS.has(reason)) return { kind: "unavailable" }; // not an answer from the provider
  if (reason === "refusal") return { kind: "refused", usage: usageOf(usage) };
  const text = objectsOf(content)
    .map((block) => (block.type === "text" ? textOf(block.text) : ""))
    .join("");
  const is_cut = reason === "max_tokens" || reason === "model_context_window_exceeded";
  return { kind: "answered", text, is_cut, usage: usageOf(usage) };
}

/** Interprets a response with a status other than 200. */
export function anthropicFailure(reply: ProviderReply, now: Date): ProviderFailure {
  const { status } = reply;
  const { type, message, details } = fieldsOf(fieldsOf(reply.body).error);
  const code = textOf(fieldsOf(details).error_code);
  const isSpent = status === 400 && NO_CREDIT_MESSAGE.test(textOf(message));
  if (type === "billing_error" || status === 402 || NO_CREDIT_CODE.test(code) || isSpent) {
    return { kind: "broken", state_reason: "no_credit" };
  }
  if (status === 404 && type === "not_found_error") return { kind: "broken", state_reason: "model_gone" };
  if (status === 401 || status === 403) return { kind: "broken", state_reason: "bad_key" };
  if (status === 429) return { kind: "rate_limited", retry_after_sec: retryAfterSec(reply, now) };
  const isPassing = [404, 408, 409].includes(status) || status < 400 || status >= 500;
  return isPassing ? { kind: "unavailable" } : { kind: "refused", usage: NO_USAGE };
}

/**
 * Returns the models in a response from GET /v1/models that can still be used, or null if the response isn't in the
 * provider's format.
 */
export function anthropicModels(body: unknown): ListedModel[] | null {
  const { data } = fieldsOf(body);
  if (!Array.isArray(data)) return null;
  return objectsOf(data).flatMap(({ id, lifecycle, retires_at }) =>
    textOf(id) === "" || lifecycle === "retired" ? [] : [{ id: textOf(id), goes_at: textOf(retires_at) || null }],
  );
}

/** Counts the tokens. Tokens read from or written to the provider's cache count as input. */
function usageOf(usage: unknown): ProviderUsage {
  const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens } = fieldsOf(usage);
  const input = [input_tokens, cache_creation_input_tokens, cache_read_input_tokens].map(tokensOf);
  return { input_tokens: input.reduce((sum, one) => sum + one, 0), output_tokens: tokensOf(output_tokens) };
}
