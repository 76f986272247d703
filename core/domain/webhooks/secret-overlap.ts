import { LIMITS } from "../../contracts/limits.ts";

/** A replaced signing secret. Until `valid_until` (ISO, UTC), it is still used for signing alongside the new secret. */
interface Replaced {
  valid_until: string;
}

/** The number of hours for which a replaced secret is still used for signing, as stated in messages. */
export const OVERLAP_HOURS = LIMITS.webhookSecretOverlapSec / 3600;

/**
 * Returns the time (ISO, UTC) until which a secret is still used for signing if it is replaced now. Spec: Secret
 * rotation.
 */
export const signsUntil = (now: Date): string =>
  new Date(now.getTime() + LIMITS.webhookSecretOverlapSec * 1000).toISOString();

/**
 * Whether the replaced secret is still used for signing. While it is, the current secret can't be replaced. Spec:
 * Secret rotation.
 */
export const stillSigns = <S extends Replaced>(previous: S | null, now: Date): previous is S =>
  previous !== null && previous.valid_until > now.toISOString();
