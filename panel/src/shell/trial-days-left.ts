const DAY_MS = 86_400_000;

/** Returns the number of days until a trial ends, rounded up, or null if the trial has no end or has already ended. */
export function trialDaysLeft(endsAt: string | null, now = new Date()): number | null {
  if (endsAt === null) return null;
  const days = Math.ceil((new Date(endsAt).getTime() - now.getTime()) / DAY_MS);
  return days <= 0 ? null : days;
}
