import type { WireAnswer } from "../wire/wire-answer.ts";
import { anthropicError } from "./error.ts";

const LIMIT_HEADERS = {
  "retry-after": "7",
  "anthropic-ratelimit-requests-limit": "50",
  "anthropic-ratelimit-requests-remaining": "0",
};

const spent = (error_code: string, message: string) => anthropicError(429, "rate_limit_error", message, { error_code });

/**
 * The simulated failures, keyed by the suffix of the API key that triggers them. Failures in the body of a successful
 * response are created in messages.ts.
 */
export const ANTHROPIC_FAULTS: Readonly<Record<string, WireAnswer>> = {
  bad: anthropicError(401, "authentication_error", "invalid x-api-key"),
  forbidden: anthropicError(403, "permission_error", "Your API key does not have permission to use this resource."),
  nocredit: anthropicError(402, "billing_error", "Your organization can't be billed. Check your plan and billing."),
  "nocredit-linked": anthropicError(402, "billing_error", "The linked organization has reached a spend limit.", {
    error_code: "linked_organization_spend_limit_reached",
  }),
  "nocredit-enforced": spent("enforced_spend_limit_reached", "Your organization reached its monthly usage threshold."),
  "nocredit-contract": spent("contract_spend_limit_reached", "Your organization reached its contract's limit."),
  "nocredit-linked-429": spent(
    "linked_organization_spend_limit_reached",
    "The linked organization's limit is reached.",
  ),
  "nocredit-balance": anthropicError(
    400,
    "invalid_request_error",
    "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.",
  ),
  "nocredit-limit": anthropicError(
    400,
    "invalid_request_error",
    "You have reached your specified API usage limits: the workspace's spend limit is used up until 2026-12-01.",
  ),
  limited: anthropicError(429, "rate_limit_error", "This request would exceed your organization's rate limit.", {
    headers: LIMIT_HEADERS,
  }),
  "limited-ramp": anthropicError(429, "rate_limit_error", "This request would exceed a ramp limit.", {
    error_code: "ramp_limit_exceeded",
  }),
  gone: anthropicError(404, "not_found_error", "model: gone"),
  down: anthropicError(529, "overloaded_error", "Overloaded"),
  "down-500": anthropicError(500, "api_error", "Internal server error"),
  "down-502": { status: 502, headers: { "content-type": "text/html" }, body: "<html><h1>502 Bad Gateway</h1></html>" },
  "down-504": anthropicError(504, "timeout_error", "The request timed out while it was processed."),
  "down-408": anthropicError(408, "timeout_error", "The request timed out."),
  "down-409": anthropicError(409, "conflict_error", "Another request is in flight."),
  "refuse-400": anthropicError(400, "invalid_request_error", "messages.0.content: the image can't be processed"),
  "refuse-413": anthropicError(413, "invalid_request_error", "Request exceeds the maximum size."),
};

/** Simulated failures that appear in the body of a 200 response. */
export const ANTHROPIC_BODY_FAULTS = ["refuse", "cut"] as const;
