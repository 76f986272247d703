/** A chat's disappearing timer as its record keeps it. */
export interface ChatTimer {
  /** Seconds after which its messages disappear; absent or 0: they stay. */
  timer_sec?: number;
  /** When that was last found changed (epoch ms); what was said earlier changes nothing. */
  timer_ms?: number;
}

/**
 * Returns the change to a chat's timer by what its phones say; null if none. A message without a timer is no sign that
 * the timer is off, because not every client writes it; that takes the phones' own notice. docs/decisions/0204.
 * @param said the seconds, 0: the timer is off, and when it was said.
 */
export function afterTimerSaid(known: ChatTimer, said: { sec: number; ms: number }): Required<ChatTimer> | null {
  const isNews = said.sec !== (known.timer_sec ?? 0) && said.ms >= (known.timer_ms ?? 0);
  return isNews ? { timer_sec: said.sec, timer_ms: said.ms } : null;
}

/** Returns the timer of one person's two records that was changed last. */
export const laterTimer = (one: ChatTimer, other: ChatTimer): ChatTimer => {
  const { timer_sec, timer_ms } = (one.timer_ms ?? 0) >= (other.timer_ms ?? 0) ? one : other;
  return { ...(timer_sec !== undefined && { timer_sec }), ...(timer_ms !== undefined && { timer_ms }) };
};
