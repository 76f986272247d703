import { answerQuestion } from "../knowledge/answer-question.ts";
import { tokensOf, writeAnswer } from "../knowledge/write-answer.ts";
import { fieldsOf, listOf, textOf } from "../wire/narrow.ts";
import { RequestRefused, type WireAnswer } from "../wire/wire-answer.ts";
import { openaiError } from "./error.ts";
import { requireOpenaiModel } from "./models.ts";

/**
 * Parameters that the gateway never sends, because they could cause a person's text to trigger actions or be
 * remembered.
 */
const UNUSED = ["tools", "previous_response_id", "conversation", "temperature", "top_p"];

interface Asked {
  id: string;
  createdAt: Date;
  body: unknown;
  /** A member of OPENAI_BODY_FAULTS, or null. */
  fault: string | null;
}

/** POST /v1/responses. @throws Refused for a body that OpenAI would refuse. */
export function openaiResponse({ id, createdAt, body, fault }: Asked): WireAnswer {
  const { model, instructions, input, text, max_output_tokens = null, store = true } = checked(body);
  const answer = answerQuestion(textOf(instructions), lastQuestion(input));
  const written = writeAnswer(answer, fieldsOf(text).format);
  const shown = fault === "cut" ? written.slice(0, written.length / 2) : written;
  const inputTokens = tokensOf(JSON.stringify({ instructions, input }));
  const content =
    fault === "refuse"
      ? { type: "refusal", refusal: "I'm sorry, but I can't help with that." }
      : { type: "output_text", text: shown, annotations: [], logprobs: [] };
  const message = { type: "message", id: `msg_${id}`, role: "assistant", phase: "final_answer", content: [content] };
  const isOut = fault === "limited-body" || fault === "down-body";
  return {
    status: 200,
    headers: {},
    body: {
      id: `resp_${id}`,
      object: "response",
      created_at: Math.floor(createdAt.getTime() / 1000),
      model,
      max_output_tokens,
      store,
      instructions,
      metadata: {},
      parallel_tool_calls: true,
      tool_choice: "auto",
      tools: [],
      temperature: 1,
      top_p: 1,
      ...endOf(fault),
      output: isOut ? [] : [{ ...message, status: endOf(fault).status }],
      usage: isOut ? null : usageOf(inputTokens, tokensOf(shown)),
    },
  };
}

function endOf(fault: string | null) {
  const whole = { error: null, incomplete_details: null };
  switch (fault) {
    case "limited-body":
      return { ...whole, status: "failed", error: { code: "rate_limit_exceeded", message: "Rate limit reached." } };
    case "down-body":
      return { ...whole, status: "failed", error: { code: "server_error", message: "The model failed." } };
    case "refuse-filter":
      return { ...whole, status: "incomplete", incomplete_details: { reason: "content_filter" } };
    case "cut":
      return { ...whole, status: "incomplete", incomplete_details: { reason: "max_output_tokens" } };
    default:
      return { ...whole, status: "completed" };
  }
}

const usageOf = (input: number, output: number) => ({
  input_tokens: input,
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens: output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: input + output,
});

function checked(body: unknown): Record<string, unknown> {
  const fields = fieldsOf(body);
  const refuse = (message: string, param: string, code: string) =>
    new RequestRefused(openaiError(400, { message, param, code, type: "invalid_request_error" }));
  for (const param of ["model", "input"]) {
    if (fields[param] === undefined) {
      throw refuse(`Missing required parameter: '${param}'.`, param, "missing_required_parameter");
    }
  }
  for (const param of UNUSED) {
    if (fields[param] !== undefined) throw refuse(`Unsupported parameter: '${param}'.`, param, "unsupported_parameter");
  }
  requireOpenaiModel(textOf(fields.model));
  return fields;
}

/** Returns the text of the person's last message. */
function lastQuestion(input: unknown): string {
  if (typeof input === "string") return input;
  const last = listOf(input)
    .map(fieldsOf)
    .findLast(({ role }) => role === "user");
  if (typeof last?.content === "string") return last.content;
  return listOf(last?.content)
    .map((part) => textOf(fieldsOf(part).text))
    .filter((text) => text !== "")
    .join("\n");
}
