/** The two providers that an agent can use. */
export type ProviderName = "openai" | "anthropic";

/** One part of a message: a text, or a picture as base64. */
export type QuestionPart = { text: string } | { image: { mimetype: string; base64: string } };

/** A chat message from the person (`user`) or the number (`assistant`). */
export interface QuestionMessage {
  role: "user" | "assistant";
  /** Only pictures from the person count. */
  parts: readonly QuestionPart[];
}

/** A call to a model, independent of the provider. */
export interface ProviderQuestion {
  provider: ProviderName;
  model: string;
  /** Above the messages, most stable first, so that providers can cache it; the last section can differ each time. */
  system: readonly string[];
  /** Oldest first; the last is from the person. */
  messages: readonly QuestionMessage[];
  /** The name and JSON schema of the answer's text; each object closed, each property required. */
  format: { name: string; schema: Readonly<Record<string, unknown>> };
  maxOutputTokens: number;
  /** Identifies the chat to the provider without revealing the person; up to 64 characters. */
  chatTag: string;
  /** The same for all of an agent's chats, which share the prompt's stable part; up to 64 characters. */
  cacheTag: string;
}
