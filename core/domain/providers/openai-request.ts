import type { ProviderQuestion, QuestionMessage, QuestionPart } from "./provider-question.ts";

/** The model used to transcribe recordings. */
export const OPENAI_TRANSCRIPTION_MODEL = "gpt-transcribe";

/**
 * Builds the body of POST /v1/responses. The provider stores nothing, and a person's text can't trigger any action,
 * because the request has no tools, no earlier response and no conversation.
 */
export function openaiRequest(question: ProviderQuestion) {
  const { name, schema } = question.format;
  return {
    model: question.model,
    instructions: question.system.join("\n\n"),
    input: question.messages.map(inputOf),
    max_output_tokens: question.maxOutputTokens,
    store: false,
    reasoning: { effort: "low" as const },
    text: { format: { type: "json_schema" as const, name, strict: true, schema: { ...schema } } },
    safety_identifier: question.chatTag,
    prompt_cache_key: question.cacheTag,
  };
}

/** Our own messages are sent as plain text, because parts would need the ids of responses, which were not stored. */
function inputOf({ role, parts }: QuestionMessage) {
  if (role === "user") return { role, content: parts.map(contentOf) };
  return { role, content: parts.flatMap((part) => ("text" in part ? [part.text] : [])).join("\n") };
}

const contentOf = (part: QuestionPart) =>
  "text" in part
    ? { type: "input_text" as const, text: part.text }
    : {
        type: "input_image" as const,
        detail: "auto" as const,
        image_url: `data:${part.image.mimetype};base64,${part.image.base64}`,
      };
