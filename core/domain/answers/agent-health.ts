import { AGENT_PAUSES } from "../../contracts/answers/answer-limits.ts";
import type { AgentReason, AgentState } from "../../contracts/answers/answer-states.ts";
import { SECOND_MS } from "../../contracts/durations.ts";
import type { ProviderFailure } from "../providers/provider-outcome.ts";

/** How well an agent's provider has been responding. */
export interface AgentHealth {
  state: "on" | "error";
  /** The reason for an error, or null if the provider isn't responding. */
  reason: AgentReason | null;
  /** The time of the last error, in ISO format (UTC). */
  last_error_at: string | null;
  /**
   * When a turn may call the provider again (epoch ms). Null means that the settings have to change first, or that
   * there is no error.
   */
  retry_at: number | null;
  /** How many times in a row the provider has asked for a pause. */
  limited: number;
  /** The number of consecutive turns without an answer. */
  down: number;
  /** When admins were last notified of an error, in epoch ms, or null if never. */
  told_at: number | null;
}

/** The health of an agent whose provider hasn't been called since the settings last changed. */
export const NEW_HEALTH: AgentHealth = {
  ...{ state: "on", reason: null, last_error_at: null, retry_at: null, limited: 0, down: 0, told_at: null },
};

/** The outcome of a call, limited to what it reveals about the provider. */
export type ProviderSign = { kind: "answered" } | ProviderFailure;

/**
 * Returns the state after a call. Problems with billing or keys put the agent in error immediately, because they don't
 * resolve themselves. The agent also goes into error if the provider asks for a pause, or fails to respond, three times
 * in a row. A question that the provider refuses changes nothing. Spec: AI agent, `state`.
 */
export function afterCall(health: AgentHealth, sign: ProviderSign, now: Date): AgentHealth {
  const failed = { ...health, last_error_at: now.toISOString() };
  const error = (reason: AgentReason | null, retryMs: number | null): AgentHealth => ({
    ...failed,
    ...{ state: "error", reason, retry_at: retryMs === null ? null : now.getTime() + retryMs },
  });
  if (sign.kind === "answered") return { ...NEW_HEALTH, last_error_at: health.last_error_at, told_at: health.told_at };
  if (sign.kind === "refused") return health;
  if (sign.kind === "broken") return error(sign.state_reason, AGENT_PAUSES.brokenMs[sign.state_reason]);
  if (sign.kind === "rate_limited") {
    const limited = health.limited + 1;
    const isError = limited >= AGENT_PAUSES.inARow;
    return { ...(isError ? error("rate_limited", AGENT_PAUSES.errorMs) : failed), limited };
  }
  const down = health.down + 1;
  return { ...(down >= AGENT_PAUSES.inARow ? error(null, AGENT_PAUSES.errorMs) : failed), down };
}

/** Whether a turn may call the provider. While the agent is in error, this is only allowed after `retry_at`. */
export const mayAsk = (health: AgentHealth | null, now: Date): boolean =>
  health === null || health.state === "on" || (health.retry_at !== null && health.retry_at <= now.getTime());

/** Returns the agent's state as customers see it. */
export function agentState(agent: { enabled: boolean }, health: AgentHealth | null): AgentState {
  if (!agent.enabled) return "off";
  return health?.state ?? "on";
}

/**
 * Returns how many milliseconds a turn waits before it calls its provider again after the provider asked for a pause,
 * or null if the turn is left unanswered.
 * @param health the state after that call.
 */
export function restAfter(health: AgentHealth, sign: ProviderSign): number | null {
  if (sign.kind !== "rate_limited" || health.state === "error") return null;
  const wished = sign.retry_after_sec === null ? null : sign.retry_after_sec * SECOND_MS;
  const ladder = AGENT_PAUSES.limitedMs[Math.min(health.limited, AGENT_PAUSES.limitedMs.length) - 1];
  return Math.min(wished ?? ladder ?? AGENT_PAUSES.longestMs, AGENT_PAUSES.longestMs);
}
