/** The two providers that an agent can use. */
export type ProviderName = "openai" | "anthropic";

/** A part of a message: a text, or an image as base64. */
export type QuestionPart = { text: string } | { image: { mimetype: string; base64: string } };

/** A chat message, either from the person (`user`) or from the number (`assistant`). */
export interface QuestionMessage {
  role: "user" | "assistant";
  /** The parts of the message. Images are only used if the person sent them. */
  parts: readonly QuestionPart[];
}

/** A call to a model, independent of the provider. */
export interface ProviderQuestion {
  provider: ProviderName;
  model: string;
  /**
   * The texts before the messages. The most stable texts come first, so providers can cache them. The last text may
   * differ each time.
   */
  system: readonly string[];
  /** The messages, oldest first, ending with a message from the person. */
  messages: readonly QuestionMessage[];
  /**
   * The name and the JSON schema of the answer. Every object in the schema is closed, and every property is required.
   */
  format: { name: string; schema: Readonly<Record<string, unknown>> };
  maxOutputTokens: number;
  /** Identifies the chat to the provider without revealing the person. At most 64 characters. */
  chatTag: string;
  /** Identical for all chats of an agent, which share the stable part of the prompt. At most 64 characters. */
  cacheTag: string;
}
