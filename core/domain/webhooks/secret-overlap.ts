import { LIMITS } from "../../contracts/limits.ts";

/** A replaced signing secret; until then (ISO, UTC) it signs beside the new one. */
interface Replaced {
  valid_until: string;
}

/** How many hours a replaced secret still signs, for sentences about it. */
export const OVERLAP_HOURS = LIMITS.webhookSecretOverlapSec / 3600;

/** Returns until when (ISO, UTC) a secret replaced now still signs. Spec: Secret rotation. */
export const signsUntil = (now: Date): string =>
  new Date(now.getTime() + LIMITS.webhookSecretOverlapSec * 1000).toISOString();

/** Whether a replaced secret still signs, which prevents another replacement. Spec: Secret rotation. */
export const stillSigns = <S extends Replaced>(previous: S | null, now: Date): previous is S =>
  previous !== null && previous.valid_until > now.toISOString();
