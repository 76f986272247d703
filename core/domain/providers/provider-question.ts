/** The two providers that an agent can use. */
export type ProviderName = "openai" | "anthropic";

/** One part of a message: a text, or a picture as base64. */
export type QuestionPart = { text: string } | { image: { mimetype: string; base64: string } };

/** A chat message from the person (`user`) or the number (`assistant`). */
export interface QuestionMessage {
  role: "user" | "assistant";
  /** The parts; pictures are only used if they are from the person. */
  parts: readonly QuestionPart[];
}

/** A call to a model, in a form that does not depend on the provider. */
export interface ProviderQuestion {
  provider: ProviderName;
  model: string;
  /**
   * The texts above the messages, the most stable first, so that providers can cache them; the last one may differ each
   * time.
   */
  system: readonly string[];
  /** The messages, oldest first; the last is from the person. */
  messages: readonly QuestionMessage[];
  /** The name and JSON schema of the answer's text. Every object in it is closed, and every property required. */
  format: { name: string; schema: Readonly<Record<string, unknown>> };
  maxOutputTokens: number;
  /** Identifies the chat to the provider without revealing the person; up to 64 characters. */
  chatTag: string;
  /** Identical for all of an agent's chats, which share the stable part of the prompt; up to 64 characters. */
  cacheTag: string;
}
