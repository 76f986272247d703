import { LIMITS } from "../../contracts/limits.ts";

/**
 * A replaced signing secret. Until `valid_until` (ISO, UTC), it is used for signatures together with the new secret.
 */
interface Replaced {
  valid_until: string;
}

/** How many hours a replaced secret is still used, for sentences about it. */
export const OVERLAP_HOURS = LIMITS.webhookSecretOverlapSec / 3600;

/** Returns when a secret replaced now stops being used for signatures (ISO, UTC). Spec: Secret rotation. */
export const signsUntil = (now: Date): string =>
  new Date(now.getTime() + LIMITS.webhookSecretOverlapSec * 1000).toISOString();

/**
 * Whether a replaced secret is still used for signatures, which prevents another replacement. Spec: Secret rotation.
 */
export const stillSigns = <S extends Replaced>(previous: S | null, now: Date): previous is S =>
  previous !== null && previous.valid_until > now.toISOString();
