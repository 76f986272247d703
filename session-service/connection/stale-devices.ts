import { NothingLeft } from "../baileys/shared/nothing-left.ts";
import type { SessionCaches } from "../baileys/shared/ttl-cache.ts";

/** The network's code for a message encrypted for devices or IDs that the person or group no longer has. */
export const STALE_DEVICES = "479";
/** The network's code for too many queries. Querying again right away would not help. */
const TOO_MANY = 429;

/** Drops the cached devices and groups, so they are queried again before the next message. */
export function forgetDevices({ userDevicesCache, groups }: SessionCaches): void {
  userDevicesCache.flushAll();
  groups.flushAll();
}

/**
 * Sends a message to the known devices. If no part of the message was sent, retries once with a fresh device list,
 * because a single deleted device, for which the network provides no keys, makes the whole message fail. If the network
 * did not answer, it is not queried again right away.
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
