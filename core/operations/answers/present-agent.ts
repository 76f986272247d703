import type { Agent, AgentUsage } from "../../contracts/answers/agent.ts";
import { type AgentHealth, agentState } from "../../domain/answers/agent-health.ts";
import { modelsOf } from "../../domain/answers/agent-settings.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { AgentRecord } from "../../records/answers/agent.ts";

/**
 * Builds an agent as customers see it. Fields are copied one by one so that the sealed key can't be included by
 * accident.
 */
export function presentAgent(
  agent: AgentRecord,
  health: AgentHealth | null,
  { replies = 0, input_tokens = 0, output_tokens = 0 }: Partial<AgentUsage>,
): Agent {
  const state = agentState(agent, health);
  const { last_error_at = null } = health ?? {};
  return {
    enabled: agent.enabled,
    provider: agent.provider,
    model: agent.model,
    models: modelsOf(agent.provider, agent.model),
    api_key_last4: agent.api_key_last4,
    instructions: agent.instructions,
    knowledge: agent.knowledge,
    max_replies_per_chat_per_day: agent.max_replies_per_chat_per_day,
    wait_seconds: agent.wait_seconds,
    handover_words: agent.handover_words,
    handover_message: agent.handover_message,
    pause_after_team_reply_minutes: agent.pause_after_team_reply_minutes,
    hours: agent.hours,
    usage_today: { replies, input_tokens, output_tokens },
    state,
    state_reason: state === "error" ? (health?.reason ?? null) : null,
    last_error_at: last_error_at === null ? null : wireTime(new Date(last_error_at)),
  };
}
