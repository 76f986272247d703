/** The two providers that an agent can use. */
export type ProviderName = "openai" | "anthropic";

/** A part of a message: a text, or a picture as base64. */
export type QuestionPart = { text: string } | { image: { mimetype: string; base64: string } };

/** A chat message, either from the person (`user`) or from the number (`assistant`). */
export interface QuestionMessage {
  role: "user" | "assistant";
  /** The parts of the message. Pictures are used only if they come from the person. */
  parts: readonly QuestionPart[];
}

/** A call to a model, in a form that does not depend on the provider. */
export interface ProviderQuestion {
  provider: ProviderName;
  model: string;
  /**
   * The texts before the messages, the most stable first, so that providers can cache them. The last text may differ
   * each time.
   */
  system: readonly string[];
  /** The messages, oldest first; the last is from the person. */
  messages: readonly QuestionMessage[];
  /**
   * The name and JSON schema of the answer's text. In the schema, every object is closed, and every property is
   * required.
   */
  format: { name: string; schema: Readonly<Record<string, unknown>> };
  maxOutputTokens: number;
  /** Identifies the chat to the provider without revealing the person; at most 64 characters. */
  chatTag: string;
  /** The same for all chats of an agent, which share the stable part of the prompt; at most 64 characters. */
  cacheTag: string;
}
