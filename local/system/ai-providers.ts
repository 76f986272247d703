import { startAiProvider } from "../ai/start-ai-provider.ts";
import { AI_DEMO_KEYS } from "../ai/wire/demo-key.ts";
import type { MovableClock } from "../machine/clock.ts";
import type { Settings } from "./settings.ts";

/** How the functions, and people at this machine, reach the providers. */
export interface AiProviders {
  /**
   * The providers' replacement URL and a key that it accepts; null means the real providers, with one of their keys.
   */
  readonly demo: { url: string; key: string } | null;
  stop(): Promise<void>;
}

/** Starts the stand-in for the providers, unless the settings select the real ones. */
export async function openAiProviders(settings: Settings, clock: MovableClock): Promise<AiProviders> {
  if (settings.aiProviders === "real") return { demo: null, stop: async () => {} };
  const { url, stop } = await startAiProvider({ port: 0, clock });
  return { demo: { url, key: AI_DEMO_KEYS.openai }, stop };
}

/** The startup line that names the provider that answers for agents. */
export const aiWords = (demo: AiProviders["demo"]): string =>
  demo === null ? "the providers themselves (AI_PROVIDERS=real)" : `a demo AI provider; key ${demo.key}`;
