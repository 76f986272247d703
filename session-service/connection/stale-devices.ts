import { NothingLeft } from "../baileys/outbound/nothing-left.ts";
import type { SessionCaches } from "../baileys/ttl-cache.ts";

/** The network refuses a message that was made for other devices, or other ids, than the person or group has now. */
export const STALE_DEVICES = "479";
/** Refused because there were too many questions: another one at once is no remedy. */
const TOO_MANY = 429;

/** Whom a message is made for is asked anew with the next one. */
export function forgetDevices({ userDevicesCache, groups }: SessionCaches): void {
  userDevicesCache.flushAll();
  groups.flushAll();
}

/**
 * Makes and hands over a message for the devices as they are known; when nothing of it left, once more for those that are
 * there now: of a device that is gone the network gives no keys, and then nobody gets anything.
 * @throws NothingLeft when that fails too.
 */
export async function withFreshDevices(caches: SessionCaches, hand: () => Promise<void>): Promise<void> {
  try {
    await hand();
  } catch (error) {
    if (!(error instanceof NothingLeft) || error.refusal === TOO_MANY) throw error;
    forgetDevices(caches);
    await hand();
  }
}
