/** The two providers that an agent may use. */
export type ProviderName = "openai" | "anthropic";

/** One part of a message: a text, or a picture as base64. */
export type QuestionPart = { text: string } | { image: { mimetype: string; base64: string } };

/** One message of the chat: the person's (`user`), or one that the number wrote (`assistant`). */
export interface QuestionMessage {
  role: "user" | "assistant";
  /** Only the person's pictures count. */
  parts: readonly QuestionPart[];
}

/** A call to a model, independent of the provider. */
export interface ProviderQuestion {
  provider: ProviderName;
  model: string;
  /** Above the messages, most stable first, so that providers can cache it; the last section may differ each time. */
  system: readonly string[];
  /** Oldest first; the last is the person's. */
  messages: readonly QuestionMessage[];
  /** The JSON schema of the answer's text, and its name; each object closed, each property required. */
  format: { name: string; schema: Readonly<Record<string, unknown>> };
  maxOutputTokens: number;
  /** Identifies the chat to the provider without revealing the person; up to 64 characters. */
  chatTag: string;
  /** The same for all chats of an agent, which share the prompt's stable part; up to 64 characters. */
  cacheTag: string;
}
