import type { ChangeAgentBody } from "../../contracts/answers/change-agent.ts";
import { MODELS, type Provider } from "../../contracts/answers/models.ts";

/** The agent settings that depend on each other, including whether a key is set. */
export interface AgentChoice {
  enabled: boolean;
  provider: Provider;
  model: string;
  hasKey: boolean;
}

/** Error sentences by field. */
type Faults = Record<string, string[]>;

/** Returns the allowed values of an agent's `model`: the provider's active models, and the model currently set. */
export function modelsOf(provider: Provider, set: string): string[] {
  const own = MODELS.filter((model) => model.provider === provider);
  return own.filter(({ id, state }) => state === "active" || id === set).map(({ id }) => id);
}

/** Returns the provider that issued a key, based on the key's prefix. */
export const providerOfKey = (key: string): Provider => (key.startsWith("sk-ant-") ? "anthropic" : "openai");

/**
 * Returns an agent's settings after a change, or the errors in the change. The key and the model must belong to the
 * provider, switching providers requires the new provider's key in the same change, and an agent can only be on if it
 * has a key. A model that is no longer offered can stay if it is already set. Spec: AI agent (per instance); Errors,
 * rule 4.
 */
export function changedChoice(
  before: AgentChoice,
  { provider = before.provider, model, enabled, api_key }: ChangeAgentBody,
): { choice: AgentChoice } | { errors: Faults } {
  const errors: Faults = {};
  const isOther = provider !== before.provider;
  const hasKey = api_key === undefined ? before.hasKey : api_key !== null;
  if (isOther && api_key === undefined) errors.api_key = [OTHERS_KEY[provider]];
  if (api_key && providerOfKey(api_key) !== provider) errors.api_key = [NOT_THEIRS[provider]];
  const offered = modelsOf(provider, isOther ? "" : before.model);
  if (model !== undefined && !offered.includes(model))
    errors.model = [`This model is not available for ${provider}. Use one of: ${offered.join(", ")}.`];
  if (enabled === true && !hasKey) errors.api_key ??= [NEEDS_KEY];
  if (Object.keys(errors).length > 0) return { errors };
  const next = model ?? (isOther ? defaultModel(provider) : before.model);
  return { choice: { provider, model: next, hasKey, enabled: (enabled ?? before.enabled) && hasKey } };
}

/** Returns a provider's default model. */
function defaultModel(provider: Provider): string {
  const found = MODELS.find((model) => model.provider === provider && model.is_default);
  if (!found) throw new Error(`No model of ${provider} is the default.`);
  return found.id;
}

const NEEDS_KEY = "The agent has no API key. Include `api_key` in this request, or set it first.";
const OTHERS_KEY: Record<Provider, string> = {
  openai: "Each provider needs its own key. Include an OpenAI key as `api_key` in the same request.",
  anthropic: "Each provider needs its own key. Include an Anthropic key as `api_key` in the same request.",
};
const NOT_THEIRS: Record<Provider, string> = {
  openai: "This is an Anthropic key, but the provider is openai. Use an OpenAI key, or change `provider` as well.",
  anthropic:
    "This is not an Anthropic key, but the provider is anthropic. Use an Anthropic key, or change `provider` as well.",
};
