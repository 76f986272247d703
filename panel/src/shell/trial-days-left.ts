const DAY_MS = 86_400_000;

/** Whole days until a trial ends; null: it has no end, or has ended. */
export function trialDaysLeft(endsAt: string | null): number | null {
  if (endsAt === null) return null;
  const days = Math.floor((new Date(endsAt).getTime() - Date.now()) / DAY_MS);
  return days < 0 ? null : days;
}
