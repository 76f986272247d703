import type { ListedModel, ProviderFailure, ProviderOutcome } from "./provider-outcome.ts";
import type { ProviderName, ProviderQuestion } from "./provider-question.ts";

/** A recording to transcribe. */
export interface Recording {
  bytes: Uint8Array;
  mimetype: string;
  /** Its file extension tells the provider the format: `voice.ogg`. */
  filename: string;
}

/** Asks providers with a customer's key; never rejects. `until`: when it is given up; absent: in 45 seconds. */
export interface ProviderClient {
  /** Asks for an answer. A provider that gives none is asked three times; one that refuses, or wants money, once. */
  answer(key: string, question: ProviderQuestion, until?: Date): Promise<ProviderOutcome>;
  /** Lists the models that a key may use, which also shows whether the key works. */
  models(
    provider: ProviderName,
    key: string,
    until?: Date,
  ): Promise<{ kind: "listed"; models: ListedModel[] } | ProviderFailure>;
  /** Transcribes a recording, with a key of OpenAI. */
  transcribe(
    key: string,
    recording: Recording,
    until?: Date,
  ): Promise<{ kind: "written"; text: string } | ProviderFailure>;
}
