/** How often to check all of a process's connections. The time limits being checked are 20 s or more. */
const ROUND_MS = 5_000;

/** Calls all registered functions, round by round. */
export interface LookRound {
  /** @returns a function that removes `look` from the round. Calling it again has no effect. */
  join(look: () => void): () => void;
}

/**
 * Creates one timer for the watches of all sessions in a process, which is cheaper than a timer per session. The timer
 * runs while at least one watch has joined, and does not keep the process alive.
 */
export function lookRound(everyMs = ROUND_MS): LookRound {
  const looks = new Set<() => void>();
  let timer: NodeJS.Timeout | null = null;
  const round = () => {
    for (const look of looks) look();
  };
  return {
    join(look) {
      const own = () => look(); // the same function may join twice
      looks.add(own);
      timer ??= setInterval(round, everyMs).unref();
      return () => {
        looks.delete(own);
        if (looks.size > 0 || timer === null) return;
        clearInterval(timer);
        timer = null;
      };
    },
  };
}
