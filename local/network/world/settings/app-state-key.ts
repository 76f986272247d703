import { createHmac } from "node:crypto";
import type { Person } from "../../store/people-table.ts";

/** The name of the one key every account here has. */
export const APP_STATE_KEY_ID = Buffer.from([0, 0, 0, 0, 0, 1]);

/** The key for an account's settings, shared by all its devices. It is derived from the phone's identity. */
export function appStateKey(owner: Person): Buffer {
  return createHmac("sha256", owner.identity.private).update("app state").digest();
}
