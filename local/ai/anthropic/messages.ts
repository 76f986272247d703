import { answerQuestion } from "../knowledge/answer-question.ts";
import { tokensOf, writeAnswer } from "../knowledge/write-answer.ts";
import { fieldsOf, listOf, textOf } from "../wire/narrow.ts";
import { RequestRefused, type WireAnswer } from "../wire/wire-answer.ts";
import { anthropicError } from "./error.ts";
import { requireAnthropicModel } from "./models.ts";

/** Parameters that Anthropic has refused since version 2026-10-21, and tools, which the gateway never sends. */
const UNUSED = ["temperature", "top_p", "top_k", "tools"];

/** POST /v1/messages. @throws Refused for a body that Anthropic would refuse. */
export function anthropicMessage(asked: { id: string; body: unknown; fault: string | null }): WireAnswer {
  const { model, system, messages, output_config } = checked(asked.body);
  const question = listOf(messages)
    .map(fieldsOf)
    .findLast(({ role }) => role === "user")?.content;
  const answer = answerQuestion(textsOf(system), textsOf(question));
  const written = writeAnswer(answer, fieldsOf(output_config).format);
  const isRefused = asked.fault === "refuse";
  const isCut = asked.fault === "cut";
  const shown = isRefused ? "" : written.slice(0, isCut ? written.length / 2 : undefined);
  return {
    status: 200,
    headers: {},
    body: {
      id: `msg_${asked.id}`,
      type: "message",
      role: "assistant",
      model,
      content: isRefused ? [] : [{ type: "text", text: shown, citations: null }],
      container: null,
      diagnostics: null,
      stop_reason: isRefused ? "refusal" : isCut ? "max_tokens" : "end_turn",
      stop_sequence: null,
      stop_details: isRefused ? { type: "refusal", category: "general_harms", explanation: null } : null,
      usage: {
        input_tokens: tokensOf(JSON.stringify({ system, messages })),
        output_tokens: tokensOf(shown),
        cache_creation: null,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        inference_geo: null,
        output_tokens_details: null,
        server_tool_use: null,
        service_tier: "standard",
        speed: "standard",
      },
    },
  };
}

function checked(body: unknown): Record<string, unknown> {
  const fields = fieldsOf(body);
  const refuse = (message: string) => new RequestRefused(anthropicError(400, "invalid_request_error", message));
  for (const param of ["model", "max_tokens", "messages"]) {
    if (fields[param] === undefined) throw refuse(`${param}: Field required`);
  }
  for (const param of UNUSED) {
    if (fields[param] !== undefined) throw refuse(`${param}: Extra inputs are not permitted`);
  }
  if (fieldsOf(listOf(fields.messages)[0]).role !== "user")
    throw refuse('messages: first message must use the "user" role');
  requireAnthropicModel(textOf(fields.model));
  return fields;
}

/** Returns a message's text, which is either a string or a list of blocks. */
function textsOf(content: unknown): string {
  if (typeof content === "string") return content;
  return listOf(content)
    .map((block) => textOf(fieldsOf(block).text))
    .filter((text) => text !== "")
    .join("\n");
}
