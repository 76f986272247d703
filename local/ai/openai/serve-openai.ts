import type { AiRequest } from "../wire/ai-request.ts";
import { bearerOf, readDemoKey } from "../wire/demo-key.ts";
import { RequestRefused, type WireAnswer } from "../wire/wire-answer.ts";
import { openaiError } from "./error.ts";
import { OPENAI_BODY_FAULTS, OPENAI_FAULTS, openaiBadKey } from "./faults.ts";
import { openaiModels } from "./models.ts";
import { openaiResponse } from "./responses.ts";
import { openaiTranscription } from "./transcriptions.ts";

const FAULT_NAMES = [...Object.keys(OPENAI_FAULTS), ...OPENAI_BODY_FAULTS];

/** Responds as OpenAI's API does. @throws Refused. */
export async function serveOpenai(request: AiRequest): Promise<WireAnswer> {
  const { method, path, headers, now, id, json } = request;
  const key = readDemoKey("openai", bearerOf(headers), FAULT_NAMES);
  if (key === null) throw new RequestRefused(openaiBadKey);
  await request.wait(key.delaySec);
  const { fault } = key;
  const failure = fault === null ? undefined : OPENAI_FAULTS[fault];
  if (failure) throw new RequestRefused(failure);
  switch (`${method} ${path}`) {
    case "POST /v1/responses":
      return openaiResponse({ id, createdAt: now, body: json, fault });
    case "POST /v1/audio/transcriptions":
      return openaiTranscription(request);
    case "GET /v1/models":
      return openaiModels();
    default:
      throw new RequestRefused(
        openaiError(404, { message: `Invalid URL (${method} ${path})`, type: "invalid_request_error" }),
      );
  }
}
