import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anthropicModels, anthropicOutcome } from "../../../core/domain/providers/anthropic-outcome.ts";
import { openaiModels, openaiOutcome } from "../../../core/domain/providers/openai-outcome.ts";
import { retryAfterSec } from "../../../core/domain/providers/retry-after.ts";
import { START } from "../../support/test-clock.ts";

const OUTCOMES = { openai: openaiOutcome, anthropic: anthropicOutcome };
const replyOf = (status: number, body: unknown, headers = {}) => ({ status, body, headers });

describe("an answer of a provider", () => {
  it.each([
    ["openai", 401, { code: "invalid_api_key" }, "bad_key"],
    ["openai", 403, { code: "unsupported_country_region_territory" }, "bad_key"],
    ["openai", 403, { code: "model_not_found" }, "model_gone"],
    ["openai", 429, { code: "credit_balance_exhausted" }, "no_credit"],
    ["openai", 429, { code: "organization_spend_limit_exceeded" }, "no_credit"],
    ["openai", 429, { code: "project_spend_limit_exceeded" }, "no_credit"],
    ["openai", 429, { code: "organization_usage_limit_exceeded" }, "no_credit"],
    ["openai", 429, { type: "insufficient_quota" }, "no_credit"],
    ["openai", 400, { code: "billing_hard_limit_reached" }, "no_credit"],
    ["openai", 404, {}, "model_gone"],
    ["openai", 400, { code: "model_not_found" }, "model_gone"],
    ["openai", 429, { code: "slow_down" }, "rate_limited"],
    ["openai", 429, null, "rate_limited"],
    ["openai", 400, { code: "invalid_prompt" }, "refused"],
    ["openai", 413, null, "refused"],
    ["openai", 422, null, "refused"],
    ["openai", 302, null, "unavailable"],
    ["openai", 408, null, "unavailable"],
    ["openai", 409, null, "unavailable"],
    ["openai", 500, null, "unavailable"],
    ["openai", 503, { code: "server_is_overloaded" }, "unavailable"],
    ["anthropic", 401, { type: "authentication_error" }, "bad_key"],
    ["anthropic", 403, { type: "permission_error" }, "bad_key"],
    ["anthropic", 402, { type: "billing_error" }, "no_credit"],
    ["anthropic", 402, null, "no_credit"],
    ["anthropic", 429, { details: { error_code: "enforced_spend_limit_reached" } }, "no_credit"],
    ["anthropic", 429, { details: { error_code: "contract_spend_limit_reached" } }, "no_credit"],
    ["anthropic", 429, { details: { error_code: "linked_organization_spend_limit_reached" } }, "no_credit"],
    ["anthropic", 402, { details: { error_code: "linked_organization_billing_unavailable" } }, "no_credit"],
    ["anthropic", 400, { message: "Your credit balance is too low to access the Anthropic API." }, "no_credit"],
    ["anthropic", 400, { message: "The workspace's spend limit is reached." }, "no_credit"],
    ["anthropic", 500, { message: "The spend limit could not be read." }, "unavailable"],
    ["anthropic", 429, { details: { error_code: "ramp_limit_exceeded" } }, "rate_limited"],
    ["anthropic", 429, null, "rate_limited"],
    ["anthropic", 404, { type: "not_found_error" }, "model_gone"],
    ["anthropic", 404, null, "unavailable"],
    ["anthropic", 400, { type: "invalid_request_error" }, "refused"],
    ["anthropic", 413, null, "refused"],
    ["anthropic", 408, null, "unavailable"],
    ["anthropic", 409, null, "unavailable"],
    ["anthropic", 500, { type: "api_error" }, "unavailable"],
    ["anthropic", 504, { type: "timeout_error" }, "unavailable"],
    ["anthropic", 529, { type: "overloaded_error" }, "unavailable"],
  ] as const)("%s %i %j is %s", (provider, status, error, expected) => {
    const outcome = OUTCOMES[provider](replyOf(status, { error }), START);
    expect("state_reason" in outcome ? outcome.state_reason : outcome.kind).toBe(expected);
  });

  it("of 200 that is no answer of theirs is one that did not come", () => {
    for (const body of [null, "text", [], {}, { status: "queued" }, { type: "message", stop_reason: "tool_use" }]) {
      expect(openaiOutcome(replyOf(200, body), START)).toEqual({ kind: "unavailable" });
      expect(anthropicOutcome(replyOf(200, body), START)).toEqual({ kind: "unavailable" });
    }
  });

  it("counts what was read from the provider's memory as input", () => {
    const usage = {
      input_tokens: 5,
      cache_creation_input_tokens: null,
      cache_read_input_tokens: 900,
      output_tokens: 7,
    };
    const body = { type: "message", stop_reason: "end_turn", content: [{ type: "text", text: "Hi" }], usage };
    expect(anthropicOutcome(replyOf(200, body), START)).toEqual({
      kind: "answered",
      text: "Hi",
      is_cut: false,
      usage: { input_tokens: 905, output_tokens: 7 },
    });
  });

  it("of any bytes is understood as something, and its counts are counts", () => {
    const field = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom("completed", "failed", "message", "end_turn", "output_text"),
    );
    const body = fc.oneof(
      fc.jsonValue(),
      fc.record({
        status: field,
        type: field,
        stop_reason: field,
        output: field,
        content: field,
        usage: field,
        error: field,
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 999 }), body, (status, held) => {
        for (const read of Object.values(OUTCOMES)) {
          const outcome = read(replyOf(status === 201 ? 200 : status, held), START);
          expect(outcome.kind).toMatch(/^(answered|refused|unavailable|rate_limited|broken)$/);
          if ("usage" in outcome) expect(Number.isSafeInteger(outcome.usage.input_tokens)).toBe(true);
        }
        expect([openaiModels(held), anthropicModels(held)].flat()).toBeInstanceOf(Array);
      }),
      { numRuns: 150 },
    );
  });
});

describe("the pause that a provider asks for", () => {
  it.each([
    [{ "retry-after": "7" }, 7],
    [{ "retry-after": "0" }, 1],
    [{ "retry-after": "86400" }, 60],
    [{ "retry-after-ms": "1500", "retry-after": "9" }, 2],
    [{ "retry-after": "Mon, 16 Mar 2026 10:20:35 GMT" }, 30],
    [{ "retry-after": "Mon, 16 Mar 2026 10:00:00 GMT" }, 1],
    [{ "retry-after": "soon" }, null],
    [{}, null],
  ])("%j is %s seconds", (headers, expected) => {
    expect(retryAfterSec({ headers }, START)).toBe(expected);
  });
});

describe("a list of models", () => {
  it("tells when each goes, and leaves out those that are gone", () => {
    const data = [
      { id: "old", lifecycle: "retired", retires_at: "2026-01-01T00:00:00Z" },
      { id: "going", lifecycle: "deprecated", retires_at: "2026-11-30T00:00:00Z", shutdown_date: "2026-12-11" },
      { id: "", lifecycle: "active" },
      { id: 7 },
    ];
    expect(anthropicModels({ data })).toEqual([{ id: "going", goes_at: "2026-11-30T00:00:00Z" }]);
    expect(openaiModels({ object: "list", data: data.slice(1) })).toEqual([{ id: "going", goes_at: "2026-12-11" }]);
    expect([openaiModels({ data }), anthropicModels({})]).toEqual([null, null]);
  });
});
