/** A chat's timer for disappearing messages, as stored in its record. */
export interface ChatTimer {
  /** How many seconds messages last before they disappear. Absent or 0 if they don't disappear. */
  timer_sec?: number;
  /** When the timer was last changed, in epoch ms. Earlier reports have no effect. */
  timer_ms?: number;
}

/**
 * Returns the change to make to a chat's timer after a phone has reported it, or null if nothing changes. A message
 * without a timer doesn't mean that the timer is off, because some clients omit it. Only a notice from a phone turns
 * the timer off. docs/decisions/0204.
 * @param said the reported number of seconds (0 means off), and when the phone reported it.
 */
export function afterTimerSaid(known: ChatTimer, said: { sec: number; ms: number }): Required<ChatTimer> | null {
  const isNews = said.sec !== (known.timer_sec ?? 0) && said.ms >= (known.timer_ms ?? 0);
  return isNews ? { timer_sec: said.sec, timer_ms: said.ms } : null;
}

/** Returns whichever timer was set later, for a person who has two records. */
export const laterTimer = (one: ChatTimer, other: ChatTimer): ChatTimer => {
  const { timer_sec, timer_ms } = (one.timer_ms ?? 0) >= (other.timer_ms ?? 0) ? one : other;
  return { ...(timer_sec !== undefined && { timer_sec }), ...(timer_ms !== undefined && { timer_ms }) };
};
