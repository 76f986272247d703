import type { WireAnswer } from "../wire/wire-answer.ts";
import { openaiError } from "./error.ts";

const LIMIT_HEADERS = {
  "x-ratelimit-limit-requests": "500",
  "x-ratelimit-remaining-requests": "0",
  "x-ratelimit-reset-requests": "7s",
};

const spent = (code: string | null, message: string) => openaiError(429, { message, type: "insufficient_quota", code });
const capped = (code: string, message: string) => openaiError(429, { message, type: "billing_limit", code });

/** The response to an unknown API key. */
export const openaiBadKey = openaiError(401, {
  message: "Incorrect API key provided. You can find your API key at https://platform.openai.com/account/api-keys.",
  type: "invalid_request_error",
  code: "invalid_api_key",
});

/**
 * The simulated failures, keyed by the suffix of the API key that triggers them. Failures in the body of a successful
 * response are created in responses.ts.
 */
export const OPENAI_FAULTS: Readonly<Record<string, WireAnswer>> = {
  bad: openaiBadKey,
  forbidden: openaiError(403, {
    message: "Country, region, or territory not supported",
    type: "request_forbidden",
    code: "unsupported_country_region_territory",
  }),
  nocredit: spent("credit_balance_exhausted", "Your organization has no API credits remaining."),
  "nocredit-quota": spent(
    null,
    "You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs.",
  ),
  "nocredit-organization": capped("organization_spend_limit_exceeded", "Your organization reached its spend limit."),
  "nocredit-project": capped("project_spend_limit_exceeded", "Your project reached its spend limit."),
  "nocredit-usage": capped("organization_usage_limit_exceeded", "Your organization reached its usage limit."),
  limited: openaiError(
    429,
    {
      message:
        "Rate limit reached for requests per min (RPM): Limit 500, Used 500, Requested 1. Please try again in 7s.",
      type: "requests",
      code: "rate_limit_exceeded",
    },
    { ...LIMIT_HEADERS, "retry-after": "7", "retry-after-ms": "7000" },
  ),
  "limited-slow-down": openaiError(429, {
    message: "Your request rate rose too quickly. Please slow down.",
    type: "requests",
    code: "slow_down",
  }),
  gone: openaiError(404, {
    message: "The model does not exist or you do not have access to it.",
    type: "invalid_request_error",
    code: "model_not_found",
    param: "model",
  }),
  "gone-400": openaiError(400, {
    message: "The requested model does not exist.",
    type: "invalid_request_error",
    code: "model_not_found",
    param: "model",
  }),
  down: openaiError(503, {
    message: "The server is currently overloaded. Please try again later.",
    type: "service_unavailable_error",
    code: "server_is_overloaded",
  }),
  "down-500": openaiError(500, {
    message: "The server had an error while processing your request. Sorry about that!",
    type: "server_error",
  }),
  "down-502": { status: 502, headers: { "content-type": "text/html" }, body: "<html><h1>502 Bad Gateway</h1></html>" },
  "down-408": openaiError(408, { message: "Request timed out.", type: "timeout" }),
  "down-409": openaiError(409, { message: "Another request holds this resource.", type: "conflict" }),
  "refuse-400": openaiError(400, {
    message: "Invalid prompt: your prompt was flagged as potentially violating our usage policy.",
    type: "invalid_request_error",
    code: "invalid_prompt",
  }),
  "refuse-413": openaiError(413, { message: "Request too large.", type: "invalid_request_error" }),
};

/** Simulated failures that appear in the body of a 200 response. */
export const OPENAI_BODY_FAULTS = ["refuse", "refuse-filter", "limited-body", "down-body", "cut"] as const;
