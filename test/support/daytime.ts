import { DAY_MS } from "../../core/contracts/durations.ts";
import { zoneOfPhone } from "../../core/domain/protection/linked-zone.ts";
import { zoneOffsetMs } from "../../core/domain/protection/local-time.ts";

/**
 * Returns a time zone in which it is about 13:00. Whenever the tests run, a number in this zone doesn't hold first
 * messages back for the night.
 */
export function daytimeZone(now: Date): string {
  const hours = 13 - now.getUTCHours();
  // The sign in these names is inverted: positive means west of Greenwich.
  return hours === 0 ? "Etc/GMT" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}

/**
 * Returns the seconds until noon in a phone number's time zone. Tests wait for noon there, because people far from the
 * sender's zone aren't messaged at night.
 */
export function secondsToNoonOf(phone: string, now: Date): number {
  const local = now.getTime() + zoneOffsetMs(now, zoneOfPhone(phone));
  const noon = Math.floor(local / DAY_MS) * DAY_MS + DAY_MS / 2;
  return Math.ceil((noon + (noon < local ? DAY_MS : 0) - local) / 1000);
}
