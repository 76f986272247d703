/** Limits and times of the panel, in one place. */
export const PANEL_LIMITS = {
  /** A session of the panel ends after so long without a request … */
  sessionIdleHours: 12,
  /** … and after so long in any case. */
  sessionDays: 7,
  /** Precision of a session's last request: at most one write in this time. */
  sessionSeenEveryMinutes: 10,
  /** Kept of what a browser says about itself. */
  browserMaxChars: 200,
  /** Requests of one session of the panel. */
  requestsPerMinute: 300,
} as const;
