import { createHmac } from "node:crypto";
import type { Person } from "../../store/people-table.ts";

/** The name of the one key every account here has. */
export const APP_STATE_KEY_ID = Buffer.from([0, 0, 0, 0, 0, 1]);

/** What an account's settings are encrypted with: all its devices share it. It follows from the phone's identity. */
export function appStateKey(owner: Person): Buffer {
  return createHmac("sha256", owner.identity.private).update("app state").digest();
}
