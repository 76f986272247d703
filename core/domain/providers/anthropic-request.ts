import type { ProviderQuestion, QuestionMessage, QuestionPart } from "./provider-question.ts";

/** The image types that Anthropic accepts. Images of other types are omitted. */
const IMAGE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;

/** Inserted before a chat that was started by the number, because the first message must come from the person. */
const BEFORE_OURS: QuestionMessage = { role: "user", parts: [{ text: "(The chat begins with a message of ours.)" }] };

/**
 * Builds the body of POST /v1/messages. It contains no tools and no sampling parameters, which the API rejects from
 * version 2026-10-21 on.
 */
export function anthropicRequest(question: ProviderQuestion) {
  const { messages } = question;
  const system = question.system.filter((text) => text.trim() !== "");
  return {
    model: question.model,
    max_tokens: question.maxOutputTokens,
    system: system.map((text, at) => ({
      type: "text" as const,
      text,
      // The provider caches everything up to the last stable section. The rest differs with each call.
      ...(at === Math.max(0, system.length - 2) && { cache_control: { type: "ephemeral" as const } }),
    })),
    messages: (messages[0]?.role === "assistant" ? [BEFORE_OURS, ...messages] : messages).flatMap(messagesOf),
    output_config: {
      effort: "low" as const,
      format: { type: "json_schema" as const, schema: { ...question.format.schema } },
    },
    metadata: { user_id: question.chatTag },
  };
}

type Block =
  | { type: "text"; text: string }
  | { type: "image"; source: { type: "base64"; media_type: (typeof IMAGE_TYPES)[number]; data: string } };

/** Converts a message. A message without content is dropped, because the provider would reject it. */
function messagesOf({ role, parts }: QuestionMessage) {
  const content = parts.flatMap(blocksOf);
  return content.length === 0 ? [] : [{ role, content }];
}

function blocksOf(part: QuestionPart): Block[] {
  if ("text" in part) return part.text.trim() === "" ? [] : [{ type: "text", text: part.text }];
  const media_type = IMAGE_TYPES.find((type) => type === part.image.mimetype);
  if (media_type === undefined) return [];
  return [{ type: "image", source: { type: "base64", media_type, data: part.image.base64 } }];
}
