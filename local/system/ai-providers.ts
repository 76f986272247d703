import { startAiProvider } from "../ai/start-ai-provider.ts";
import { AI_DEMO_KEYS } from "../ai/wire/demo-key.ts";
import type { MovableClock } from "../machine/clock.ts";
import type { Settings } from "./settings.ts";

/** The addresses and keys that give the functions, and users of this machine, access to the AI providers. */
export interface AiProviders {
  /**
   * The URL that replaces the providers' URLs, and a key that is valid for it. Null if the real providers are used,
   * each with its own key.
   */
  readonly demo: { url: string; key: string } | null;
  stop(): Promise<void>;
}

/** Starts the simulated AI providers, unless the real ones are configured. */
export async function openAiProviders(settings: Settings, clock: MovableClock): Promise<AiProviders> {
  if (settings.aiProviders === "real") return { demo: null, stop: async () => {} };
  const { url, stop } = await startAiProvider({ port: 0, clock });
  return { demo: { url, key: AI_DEMO_KEYS.openai }, stop };
}

/** Returns the startup line that says which provider answers for AI agents. */
export const aiWords = (demo: AiProviders["demo"]): string =>
  demo === null ? "the providers themselves (AI_PROVIDERS=real)" : `a demo AI provider; key ${demo.key}`;
