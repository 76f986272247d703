import { NothingLeft } from "../baileys/shared/nothing-left.ts";
import type { SessionCaches } from "../baileys/shared/ttl-cache.ts";

/** The network refuses a message that was made for other devices, or other ids, than the person or group has now. */
export const STALE_DEVICES = "479";
/** Refused because there were too many questions: another one at once is no remedy. */
const TOO_MANY = 429;

/** Forgets the known devices and groups, so that the next message queries them again. */
export function forgetDevices({ userDevicesCache, groups }: SessionCaches): void {
  userDevicesCache.flushAll();
  groups.flushAll();
}

/**
 * Sends a message to the known devices; when nothing of it was sent, once more with a fresh list of devices: for a
 * device that is gone the network gives no keys, and then the whole message fails. A network that does not answer is
 * not queried again at once.
 * @throws NothingLeft when that fails too.
 */
export async function withFreshDevices(caches: SessionCaches, hand: () => Promise<void>): Promise<void> {
  try {
    await hand();
  } catch (error) {
    if (!(error instanceof NothingLeft) || error.refusal === TOO_MANY || error.isUnanswered) throw error;
    forgetDevices(caches);
    await hand();
  }
}
