import type { InstanceId } from "../../contracts/ids.ts";
import { keys } from "../../store/keys.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Write } from "../../store/table.ts";

/**
 * The record of a saved name that was changed here and still has to be sent to the phone. The name itself is stored in
 * the contact.
 */
export interface ContactSyncRecord {
  /** When the name was changed, in epoch ms. */
  since_ms: number;
  /** When the phone first refused the name, in epoch ms. */
  failed_ms?: number;
  /** When the record expires, in epoch seconds. A phone that stays offline longer than that never gets the name. */
  ttl: number;
}

/** Names that still have to be sent to the phone, by person. */
export const contactSyncs = recordsAt<ContactSyncRecord, Parameters<typeof keys.contactSync>>(keys.contactSync);

const KEPT_SEC = 30 * 86_400;

/** Builds the write that records that a person's saved name still has to be sent to the phone. */
export function awaitPhone(instance: InstanceId, person: string, now: Date): Write {
  const record: ContactSyncRecord = { since_ms: now.getTime(), ttl: Math.floor(now.getTime() / 1000) + KEPT_SEC };
  return { put: { ...keys.contactSync(instance, person), ...record } };
}
