import type { ListedModel, ProviderFailure, ProviderOutcome } from "./provider-outcome.ts";
import type { ProviderName, ProviderQuestion } from "./provider-question.ts";

/** A recording to be transcribed. */
export interface Recording {
  bytes: Uint8Array;
  mimetype: string;
  /** A file name whose extension tells the provider the format, e.g. `voice.ogg`. */
  filename: string;
}

/** Calls providers with a customer's key. Never rejects. `until` is the deadline, by default 45 seconds from now. */
export interface ProviderClient {
  /**
   * Requests an answer. If the provider doesn't respond, it is called up to three times. If it refuses or demands
   * payment, it is called only once.
   */
  answer(key: string, question: ProviderQuestion, until?: Date): Promise<ProviderOutcome>;
  /** Lists the models available to a key, which also shows whether the key works. */
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
