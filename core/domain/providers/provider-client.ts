import type { ListedModel, ProviderFailure, ProviderOutcome } from "./provider-outcome.ts";
import type { ProviderName, ProviderQuestion } from "./provider-question.ts";

/** A recording to transcribe. */
export interface Recording {
  bytes: Uint8Array;
  mimetype: string;
  /** A name whose extension tells the provider the format: `voice.ogg`. */
  filename: string;
}

/** Calls providers with a customer's key; never rejects. `until` is when to give up; absent means in 45 seconds. */
export interface ProviderClient {
  /**
   * Requests an answer. A provider that gives none is called up to three times; one that refuses, or wants money, once.
   */
  answer(key: string, question: ProviderQuestion, until?: Date): Promise<ProviderOutcome>;
  /** Lists the models that a key may use, which also shows whether the key works. */
  models(
    provider: ProviderName,
    key: string,
    until?: Date,
  ): Promise<{ kind: "listed"; models: ListedModel[] } | ProviderFailure>;
  /** Transcribes a recording with an OpenAI key. */
  transcribe(
    key: string,
    recording: Recording,
    until?: Date,
  ): Promise<{ kind: "written"; text: string } | ProviderFailure>;
}
