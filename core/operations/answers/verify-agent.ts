import { type AgentHealth, afterCall, NEW_HEALTH } from "../../domain/answers/agent-health.ts";
import type { ProviderClient } from "../../domain/providers/provider-client.ts";
import type { Clock } from "../../ports.ts";
import type { AgentRecord } from "../../records/answers/agent.ts";

/**
 * Tests an agent's key and model by requesting the provider's model list, which is free.
 * @returns the resulting state, or null if the provider did not respond. In that case, the first turn shows whether the
 * agent works.
 */
export async function verifyAgent(
  { providers, clock }: { providers: Pick<ProviderClient, "models">; clock: Clock },
  { provider, model }: Pick<AgentRecord, "provider" | "model">,
  key: string,
): Promise<AgentHealth | null> {
  const found = await providers.models(provider, key);
  const now = clock.now();
  if (found.kind === "listed") {
    const listed = found.models.find(({ id }) => id === model);
    const isGone = !listed || (listed.goes_at !== null && Date.parse(listed.goes_at) <= now.getTime());
    const sign = isGone ? ({ kind: "broken", state_reason: "model_gone" } as const) : ({ kind: "answered" } as const);
    return afterCall(NEW_HEALTH, sign, now);
  }
  return found.kind === "broken" ? afterCall(NEW_HEALTH, found, now) : null;
}
