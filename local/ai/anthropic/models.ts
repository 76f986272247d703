import { RequestRefused, type WireAnswer } from "../wire/wire-answer.ts";
import { anthropicError } from "./error.ts";

const ACTIVE = { lifecycle: "active", deprecated_at: null, retires_at: null };

/** The available models, newest first. */
const MODELS = [
  {
    id: "claude-haiku-5-5",
    display_name: "Claude Haiku 5.5",
    line: "haiku",
    created_at: "2026-10-07T00:00:00Z",
    ...ACTIVE,
  },
  {
    id: "claude-sonnet-5-5",
    display_name: "Claude Sonnet 5.5",
    line: "sonnet",
    created_at: "2026-09-01T00:00:00Z",
    ...ACTIVE,
  },
  {
    id: "claude-opus-5-5",
    display_name: "Claude Opus 5.5",
    line: "opus",
    created_at: "2026-09-01T00:00:00Z",
    ...ACTIVE,
  },
  {
    id: "claude-sonnet-4-5",
    display_name: "Claude Sonnet 4.5",
    line: "sonnet",
    created_at: "2025-09-29T00:00:00Z",
    lifecycle: "deprecated",
    deprecated_at: "2026-08-30T00:00:00Z",
    retires_at: "2026-11-30T00:00:00Z",
  },
];

const SIZES = { max_input_tokens: 200_000, max_tokens: 64_000 };

/** GET /v1/models: returns all models on a single page. */
export const anthropicModels = (): WireAnswer => ({
  status: 200,
  headers: {},
  body: {
    data: MODELS.map((model) => ({ type: "model", ...model, ...SIZES, capabilities: null })),
    has_more: false,
    first_id: MODELS[0]?.id ?? null,
    last_id: MODELS.at(-1)?.id ?? null,
  },
});

/** @throws Refused if the model doesn't exist. */
export function requireAnthropicModel(model: string): void {
  if (MODELS.some(({ id }) => id === model)) return;
  throw new RequestRefused(anthropicError(404, "not_found_error", `model: ${model}`));
}
