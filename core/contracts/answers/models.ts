/** A provider of language models. */
export type Provider = "openai" | "anthropic";

/** A language model that customers can choose, or one whose retirement has been announced. */
export interface Model {
  id: string;
  provider: Provider;
  /** `active` models are offered to everyone. `going` models still work wherever they are already in use. */
  state: "active" | "going";
  is_default: boolean;
  /** The model's first and last days (`YYYY-MM-DD`), or null if not announced. */
  released: string | null;
  ends: string | null;
  /** US dollars per million tokens, or null if the model is not offered. */
  usd_in: number | null;
  usd_out: number | null;
}

/** The day the table was last checked against the providers' pages. */
export const MODELS_AS_OF = "2026-11-22";

const active = (
  provider: Provider,
  id: string,
  released: string | null,
  usd: readonly [number, number],
  isDefault = false,
): Model => ({
  ...{ id, provider, state: "active", is_default: isDefault, released, ends: null },
  ...{ usd_in: usd[0], usd_out: usd[1] },
});

const going = (provider: Provider, id: string, ends: string): Model => ({
  ...{ id, provider, state: "going", is_default: false, released: null, ends, usd_in: null, usd_out: null },
});

/** All models. The first model of each provider is its default and also its cheapest. */
export const MODELS: readonly Model[] = [
  active("openai", "gpt-6-luna", "2026-09-22", [0.1, 0.5], true),
  active("openai", "gpt-6.1-terra", "2026-10-26", [1, 5]),
  active("openai", "gpt-6.1-sol", null, [2, 10]),
  going("openai", "gpt-5", "2026-12-11"),
  going("openai", "gpt-5-mini", "2026-12-11"),
  going("openai", "gpt-5-nano", "2026-12-11"),
  going("openai", "gpt-4o", "2027-01-14"),
  going("openai", "gpt-4o-mini", "2027-01-14"),
  going("openai", "gpt-4.1", "2027-01-14"),
  going("openai", "gpt-4.1-mini", "2027-01-14"),
  going("openai", "gpt-5.1", "2027-04-01"),
  active("anthropic", "claude-haiku-5-5", "2026-10-07", [0.1, 0.5], true),
  active("anthropic", "claude-sonnet-5-5", null, [2, 10]),
  active("anthropic", "claude-opus-5-5", null, [4, 20]),
  going("anthropic", "claude-sonnet-4-5", "2026-11-30"),
];
