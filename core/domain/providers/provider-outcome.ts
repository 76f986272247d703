/** Tokens as the provider counted them; `input_tokens` includes those read from its cache. */
export interface ProviderUsage {
  input_tokens: number;
  output_tokens: number;
}

/**
 * How a call failed. `refused` means that this question never gets an answer; `unavailable`, that no answer arrived, or
 * one that another attempt might change; `rate_limited`, the same after a pause, in seconds, null if the provider named
 * none; `broken`, that nothing is answered until someone mends the key, the credit or the model.
 */
export type ProviderFailure =
  | { kind: "refused"; usage: ProviderUsage }
  | { kind: "unavailable" }
  | { kind: "rate_limited"; retry_after_sec: number | null }
  | { kind: "broken"; state_reason: "bad_key" | "no_credit" | "model_gone" };

/** How a call ended. `is_cut` means that the text ended at the token limit, so its format is incomplete. */
export type ProviderOutcome =
  | { kind: "answered"; text: string; is_cut: boolean; usage: ProviderUsage }
  | ProviderFailure;

/** A model that a key may use. `goes_at` is the day or instant of its removal, as the provider writes it. */
export interface ListedModel {
  id: string;
  goes_at: string | null;
}

/** A provider's answer before it is interpreted. */
export interface ProviderReply {
  status: number;
  /** With names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The parsed JSON; null if the body was not JSON. */
  body: unknown;
}

/** A call that cost nothing. */
export const NO_USAGE: ProviderUsage = { input_tokens: 0, output_tokens: 0 };
