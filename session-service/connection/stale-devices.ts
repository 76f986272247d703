import { NothingLeft } from "../baileys/shared/nothing-left.ts";
import type { SessionCaches } from "../baileys/shared/ttl-cache.ts";

/** The network's code for a message that was encrypted for other devices or ids than the person or group has now. */
export const STALE_DEVICES = "479";
/** Refused because there were too many queries, so another one at once is no remedy. */
const TOO_MANY = 429;

/** Forgets the known devices and groups, so that the next message queries them again. */
export function forgetDevices({ userDevicesCache, groups }: SessionCaches): void {
  userDevicesCache.flushAll();
  groups.flushAll();
}

/**
 * Sends a message to the known devices. If nothing of it was sent, retries once with a fresh list of devices, because
 * one deleted device, for which the network gives no keys, makes the whole message fail. If the network did not answer,
 * it is not queried again at once.
 * @throws NothingLeft if the message was not sent.
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
