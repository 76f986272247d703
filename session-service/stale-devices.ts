import type { SessionCaches } from "./baileys/ttl-cache.ts";

/** The network refuses a message that was made for other devices, or other ids, than the person or group has now. */
export const STALE_DEVICES = "479";

/** Whom a message is made for is asked anew with the next one. */
export function forgetDevices({ userDevicesCache, groups }: SessionCaches): void {
  userDevicesCache.flushAll();
  groups.flushAll();
}
