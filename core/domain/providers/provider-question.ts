/** The two providers that an agent may use. */
export type ProviderName = "openai" | "anthropic";

/** One part of a message: a text, or a picture as base64. */
export type QuestionPart = { text: string } | { image: { mimetype: string; base64: string } };

/** One message of the chat: the person's (`user`), or one that the number wrote (`assistant`). */
export interface QuestionTurn {
  role: "user" | "assistant";
  /** Pictures count of the person's messages only. */
  parts: readonly QuestionPart[];
}

/** A call to a model, in no provider's words. */
export interface ProviderQuestion {
  provider: ProviderName;
  model: string;
  /** Above the messages, most stable first, so that providers can keep it; the last section may differ each time. */
  system: readonly string[];
  /** Oldest first; the last is the person's. */
  turns: readonly QuestionTurn[];
  /** The JSON schema that the answer's text must keep, and its name; each object closed, each property required. */
  format: { name: string; schema: Readonly<Record<string, unknown>> };
  maxOutputTokens: number;
  /** Names the chat to the provider without telling who it is; up to 64 characters. */
  chatTag: string;
  /** The same for all chats of an agent, which share the prompt's stable part; up to 64 characters. */
  cacheTag: string;
}
