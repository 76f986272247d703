import type { InstanceId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Write } from "../../store/table.ts";

/** Records that a saved name was changed here but is not on the phone yet. The name itself is in the contact. */
export interface ContactSyncRecord {
  /** When the name was changed, epoch ms. */
  since_ms: number;
  /** When the phone first refused the name, epoch ms. */
  failed_ms?: number;
  /** When the record expires, epoch seconds. A phone that is offline for longer never gets the name. */
  ttl: number;
}

/** The names that have not been sent to the phone yet, by person. */
export const contactSyncs = recordsAt<ContactSyncRecord, Parameters<typeof keys.contactSync>>(keys.contactSync);

const KEPT_SEC = 30 * 86_400;

/** Builds the write that records that a person's saved name has yet to be sent to the phone. */
export function awaitPhone(instance: InstanceId, person: string, now: Date): Write {
  const record: ContactSyncRecord = { since_ms: now.getTime(), ttl: Math.floor(now.getTime() / 1000) + KEPT_SEC };
  return { put: { ...keys.contactSync(instance, person), ...record } };
}
