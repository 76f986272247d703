/** The number of tokens, as counted by the provider. `input_tokens` includes tokens read from its cache. */
export interface ProviderUsage {
  input_tokens: number;
  output_tokens: number;
}

/**
 * How a call failed. `refused`: this question will never be answered. `unavailable`: no answer arrived, or another
 * attempt might get a different one. `rate_limited`: an answer is possible after a pause, in seconds, or null if the
 * provider didn't specify a pause. `broken`: no question is answered until someone fixes the key, the credit or the
 * model.
 */
export type ProviderFailure =
  | { kind: "refused"; usage: ProviderUsage }
  | { kind: "unavailable" }
  | { kind: "rate_limited"; retry_after_sec: number | null }
  | { kind: "broken"; state_reason: "bad_key" | "no_credit" | "model_gone" };

/** The outcome of a call. `is_cut` means that the text was cut off at the token limit, so its format is incomplete. */
export type ProviderOutcome =
  | { kind: "answered"; text: string; is_cut: boolean; usage: ProviderUsage }
  | ProviderFailure;

/** A model available to a key. `goes_at` is the day or time of its removal, in the provider's own format. */
export interface ListedModel {
  id: string;
  goes_at: string | null;
}

/** A provider's response, not yet interpreted. */
export interface ProviderReply {
  status: number;
  /** The headers, with their names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The parsed JSON, or null if the body wasn't JSON. */
  body: unknown;
}

/** The usage of a call that cost nothing. */
export const NO_USAGE: ProviderUsage = { input_tokens: 0, output_tokens: 0 };
