import { HOUR_MS } from "../../contracts/durations.ts";
import { memo } from "../memo.ts";
import { zoneOfPhone } from "../protection/linked-zone.ts";
import { zoneOffsetMs } from "../protection/local-time.ts";
import { type Night, nightAt, type QuietHours } from "../protection/night.ts";

/** The time difference above which a person's own night is taken into account. Rationale: docs/decisions/0094. */
const FAR_MS = 3 * HOUR_MS;

const zoneOf = memo(10_000, zoneOfPhone);

/**
 * Returns the current night of a person who is far away and would be woken by a message: the instance's quiet hours, in
 * the local time of the phone's country. Returns null if it is daytime there, or if the person is close enough for the
 * instance's own night to apply.
 */
export function ownNight(phone: string, quiet: QuietHours, now: Date): Night | null {
  const timezone = zoneOf(phone);
  const apart = Math.abs(zoneOffsetMs(now, timezone) - zoneOffsetMs(now, quiet.timezone));
  return apart < FAR_MS ? null : nightAt(now, { ...quiet, timezone });
}
