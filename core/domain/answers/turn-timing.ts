import { AGENT_LIMITS, ANSWER_LIMITS } from "../../contracts/answers/answer-limits.ts";
import { SECOND_MS } from "../../contracts/durations.ts";
import { localDay, startOfNextDay } from "../protection/local-time.ts";

/**
 * Returns when a turn is due: once its author has been silent for `waitSeconds`, but no later than 20 seconds after the
 * first text. Returns null if there are no rows.
 * @param rows the waiting texts. @param waitSeconds 0 to 30.
 */
export function turnDue(rows: readonly { put_at: Date }[], waitSeconds: number): Date | null {
  if (rows.length === 0) return null;
  const times = rows.map(({ put_at }) => put_at.getTime());
  const [oldest, newest] = times.reduce(([a, b], t) => [Math.min(a, t), Math.max(b, t)], [Infinity, -Infinity]);
  return new Date(Math.min(newest + waitSeconds * SECOND_MS, oldest + ANSWER_LIMITS.turnMs));
}

/** Whether a text is too old for an automation to answer. @param writtenAt by the network's clock. */
export const isTooOld = (writtenAt: Date, now: Date): boolean =>
  now.getTime() - writtenAt.getTime() > ANSWER_LIMITS.textAgeMs;

/** The answers and tokens counted on a local day, `2026-11-23`. */
export interface DayUse {
  day: string;
  replies: number;
  tokens: number;
}

/** Returns the usage for the current day in the zone. Usage from any other day is ignored. */
export function useToday(use: DayUse | null, now: Date, zone: string): DayUse {
  const day = localDay(now, zone);
  return use?.day === day ? use : { day, replies: 0, tokens: 0 };
}

/**
 * Returns which of the agent's answer limits has been reached, and when that limit resets, or null if the agent may
 * answer.
 */
export function answerLimits(
  given: { chat: DayUse | null; instance: DayUse | null; perChat: number },
  now: Date,
  zone: string,
): { over: "chat" | "replies" | "tokens"; until: Date } | null {
  const [chat, instance] = [useToday(given.chat, now, zone), useToday(given.instance, now, zone)];
  const until = startOfNextDay(now, zone);
  if (instance.replies >= AGENT_LIMITS.repliesPerDay) return { over: "replies", until };
  if (instance.tokens >= AGENT_LIMITS.tokensPerDay) return { over: "tokens", until };
  return chat.replies >= given.perChat ? { over: "chat", until } : null;
}
