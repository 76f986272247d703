import type { AiRequest } from "../wire/ai-request.ts";
import { bearerOf, readDemoKey } from "../wire/demo-key.ts";
import { RequestRefused, type WireAnswer } from "../wire/wire-answer.ts";
import { anthropicError } from "./error.ts";
import { ANTHROPIC_BODY_FAULTS, ANTHROPIC_FAULTS } from "./faults.ts";
import { anthropicMessage } from "./messages.ts";
import { anthropicModels } from "./models.ts";

const FAULT_NAMES = [...Object.keys(ANTHROPIC_FAULTS), ...ANTHROPIC_BODY_FAULTS];

/** The accepted API versions. */
const VERSIONS = ["2026-10-21", "2023-06-01"];

/** Responds as Anthropic's API does. @throws Refused. */
export async function serveAnthropic(request: AiRequest): Promise<WireAnswer> {
  const { method, path, headers, id, json } = request;
  const key = readDemoKey("anthropic", sentKey(headers), FAULT_NAMES);
  if (key === null) throw new RequestRefused(anthropicError(401, "authentication_error", "invalid x-api-key"));
  if (!VERSIONS.includes(String(headers["anthropic-version"]))) {
    throw new RequestRefused(anthropicError(400, "invalid_request_error", "anthropic-version: header is required"));
  }
  await request.wait(key.delaySec);
  const failure = key.fault === null ? undefined : ANTHROPIC_FAULTS[key.fault];
  if (failure) throw new RequestRefused(failure);
  switch (`${method} ${path}`) {
    case "POST /v1/messages":
      return anthropicMessage({ id, body: json, fault: key.fault });
    case "GET /v1/models":
      return anthropicModels();
    default:
      throw new RequestRefused(anthropicError(404, "not_found_error", "Not found"));
  }
}

/**
 * Returns a request's API key. Anthropic's own clients have sent it as a bearer token since version 2026-10-21, but
 * `x-api-key` is still accepted.
 */
const sentKey = (headers: AiRequest["headers"]): string | undefined =>
  headers["x-api-key"]?.toString() ?? bearerOf(headers);
