import type { Agent, AgentUsage } from "../../contracts/answers/agent.ts";
import { AGENT_LIMITS } from "../../contracts/answers/answer-limits.ts";
import type { AgentHealth } from "../../domain/answers/agent-health.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Key } from "../../store/table.ts";

/** An agent's stored settings: the fields returned by GET, and the sealed key. */
export interface AgentRecord
  extends Pick<
    Agent,
    | "enabled"
    | "provider"
    | "model"
    | "api_key_last4"
    | "instructions"
    | "knowledge"
    | "max_replies_per_chat_per_day"
    | "wait_seconds"
    | "handover_words"
    | "handover_message"
    | "pause_after_team_reply_minutes"
    | "hours"
  > {
  /** Incremented by each change to the settings. */
  rev: number;
  /** The key, sealed under `agentKeyOwner` for `agentKeyPlace`, or null if no key is set. */
  sealed_key: Uint8Array | null;
}

/** The settings of an agent that has not been configured yet. */
export const NEW_AGENT: AgentRecord = {
  ...{ rev: 0, enabled: false, provider: "openai", model: "gpt-6-luna", sealed_key: null, api_key_last4: null },
  ...{ instructions: "", knowledge: "", handover_words: [], handover_message: "", hours: null },
  max_replies_per_chat_per_day: AGENT_LIMITS.repliesPerChatDay,
  wait_seconds: AGENT_LIMITS.waitSec,
  pause_after_team_reply_minutes: AGENT_LIMITS.pauseMin,
};

/** The agents' settings. */
export const agentRecords = recordsAt<AgentRecord, Parameters<typeof keys.agent>>(keys.agent);
/** The health of the agents' providers. */
export const agentHealths = recordsAt<AgentHealth, Parameters<typeof keys.agentState>>(keys.agentState);
/** Returns the health without its item key, so it can be written back. */
export function healthOf(record: (AgentHealth & Partial<Key>) | null): AgentHealth | null {
  if (record === null) return null;
  const { pk: _, sk: __, ...health } = record;
  return health;
}

/** The number of answers and tokens per day for each agent. Fields that have never been counted are absent. */
export const agentDays = recordsAt<Partial<AgentUsage>, Parameters<typeof keys.agentDay>>(keys.agentDay);
